package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// The instructions of pickle protocols 0 to 5.
enum Opcode {
  MARK('('),
  STOP('.'),
  POP('0'),
  POP_MARK('1'),
  DUP('2'),
  FLOAT('F', Argument.LINE),
  INT('I', Argument.LINE),
  BININT('J', Argument.I4),
  BININT1('K', Argument.U1),
  LONG('L', Argument.LINE),
  BININT2('M', Argument.U2),
  NONE('N'),
  PERSID('P', Argument.LINE),
  BINPERSID('Q'),
  REDUCE('R'),
  STRING('S', Argument.LINE),
  BINSTRING('T', Argument.BYTES_I4),
  SHORT_BINSTRING('U', Argument.BYTES_U1),
  UNICODE('V', Argument.LINE),
  BINUNICODE('X', Argument.BYTES_U4),
  APPEND('a'),
  BUILD('b'),
  GLOBAL('c', Argument.TWO_LINES),
  DICT('d'),
  EMPTY_DICT('}'),
  APPENDS('e'),
  GET('g', Argument.LINE),
  BINGET('h', Argument.U1),
  INST('i', Argument.TWO_LINES),
  LONG_BINGET('j', Argument.U4),
  LIST('l'),
  EMPTY_LIST(']'),
  OBJ('o'),
  PUT('p', Argument.LINE),
  BINPUT('q', Argument.U1),
  LONG_BINPUT('r', Argument.U4),
  SETITEM('s'),
  TUPLE('t'),
  EMPTY_TUPLE(')'),
  SETITEMS('u'),
  BINFLOAT('G', Argument.F8),
  BINBYTES('B', Argument.BYTES_U4),
  SHORT_BINBYTES('C', Argument.BYTES_U1),
  PROTO(0x80, Argument.U1),
  NEWOBJ(0x81),
  EXT1(0x82, Argument.U1),
  EXT2(0x83, Argument.U2),
  EXT4(0x84, Argument.I4),
  TUPLE1(0x85),
  TUPLE2(0x86),
  TUPLE3(0x87),
  NEWTRUE(0x88),
  NEWFALSE(0x89),
  LONG1(0x8a, Argument.BYTES_U1),
  LONG4(0x8b, Argument.BYTES_I4),
  SHORT_BINUNICODE(0x8c, Argument.BYTES_U1),
  BINUNICODE8(0x8d, Argument.BYTES_U8),
  BINBYTES8(0x8e, Argument.BYTES_U8),
  EMPTY_SET(0x8f),
  ADDITEMS(0x90),
  FROZENSET(0x91),
  NEWOBJ_EX(0x92),
  STACK_GLOBAL(0x93),
  MEMOIZE(0x94),
  FRAME(0x95, Argument.U8),
  BYTEARRAY8(0x96, Argument.BYTES_U8),
  NEXT_BUFFER(0x97),
  READONLY_BUFFER(0x98);

  /// The bytes that follow an opcode. Numbers are little-endian, except the big-endian `F8`.
  enum Argument {
    NOTHING(0),
    U1(1),
    U2(2),
    I4(4),
    U4(4),
    U8(8),
    F8(8),
    LINE(0),
    TWO_LINES(0),
    /// A length and as many bytes.
    BYTES_U1(1),
    BYTES_I4(4),
    BYTES_U4(4),
    BYTES_U8(8);

    final int byteCount;

    Argument(int byteCount) {
      this.byteCount = byteCount;
    }

    boolean hasBytes() {
      return compareTo(BYTES_U1) >= 0;
    }
  }

  private static final Opcode[] BY_CODE = new Opcode[256];

  static {
    for (Opcode opcode : values()) {
      BY_CODE[opcode.code] = opcode;
    }
  }

  final int code;
  final Argument argument;

  Opcode(int code) {
    this(code, Argument.NOTHING);
  }

  Opcode(int code, Argument argument) {
    this.code = code;
    this.argument = argument;
  }

  /// @return the instruction, or null if the byte is not an opcode
  static Opcode of(int code) {
    return BY_CODE[code];
  }
}
