package io.github.tensorloupe.testing;

import java.util.Arrays;
import java.util.Random;

/// Choices that are read from bytes, for generators that ask a [Random]: a fuzzer that changes a
/// byte changes a choice. Behind the last byte come numbers that follow from all of them.
public final class FuzzInput extends Random {

  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private final Random more;
  private int at;

  public FuzzInput(byte[] bytes) {
    super(0);
    this.bytes = bytes.clone();
    this.more = new Random(Arrays.hashCode(bytes));
  }

  /// The input that follows from a number alone. Close numbers have nothing in common.
  public static FuzzInput ofSeed(int seed) {
    byte[] bytes = new byte[Long.BYTES];
    new Random(seed * 0x9E3779B97F4A7C15L).nextBytes(bytes);
    return new FuzzInput(bytes);
  }

  @Override
  protected int next(int bits) {
    int value = 0;
    for (int read = 0; read < bits; read += Byte.SIZE) {
      value = value << Byte.SIZE | nextByte();
    }
    return bits == Integer.SIZE ? value : value & (1 << bits) - 1;
  }

  private int nextByte() {
    return at < bytes.length ? bytes[at++] & 0xff : more.nextInt(256);
  }

  /// Takes one byte for what one byte can choose.
  @Override
  public int nextInt(int bound) {
    return bound <= 256 ? nextByte() % bound : super.nextInt(bound);
  }

  /// One of these.
  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[nextInt(values.length)];
  }

  /// True if there are bytes that nothing has been chosen by.
  public boolean hasRest() {
    return at < bytes.length;
  }

  /// The bytes that nothing has been chosen by, as they stand.
  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return rest;
  }
}
