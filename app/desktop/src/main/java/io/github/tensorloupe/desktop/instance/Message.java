package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The message of a second launch: the paths to open, none for a window without a document.
///
/// The format is a magic number, the version and the number of paths, followed by the length and
/// the UTF-8 bytes of each path. All numbers are big-endian.
///
/// @param paths absolute, except for the argument before two paths to compare
/// @param paths absolute, except for the word before two paths to compare
record Message(List<String> paths) {

  static final int MAX_PATHS = 10_000;
  static final int MAX_PATH_BYTES = 1 << 16;

  private static final int MAGIC = 0x544c4f50;
  private static final int VERSION = 1;

  Message {
    paths = List.copyOf(paths);
  }

  /// @throws IOException if the message is too long
  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    out.writeInt(within(paths.size(), MAX_PATHS));
    for (String path : paths) {
      // An unpaired surrogate would be encoded as a question mark, which names another file;
      // therefore it is an error.
      ByteBuffer text = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(path));
      out.writeInt(within(text.remaining(), MAX_PATH_BYTES));
      out.write(text.array(), text.arrayOffset(), text.remaining());
    }
    return bytes.toByteArray();
  }

  /// Reads a message. Checks every number before using it.
  ///
  /// @throws IOException if the bytes are not a message of this version
  static Message read(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    if (in.readInt() != MAGIC || in.readInt() != VERSION) {
      throw new IOException("no message of this version");
    }
    int count = within(in.readInt(), MAX_PATHS);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] text = new byte[within(in.readInt(), MAX_PATH_BYTES)];
      in.readFully(text);
      paths.add(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    }
    return new Message(paths);
  }

  private static int within(int number, int max) throws IOException {
    if (number < 0 || number > max) {
      throw new IOException(number + " is not from 0 to " + max);
    }
    return number;
  }
}
