package io.github.tensorloupe.testing;

import java.util.Arrays;
import java.util.Random;

/// Random choices determined by bytes, for generators that use a [Random]. A fuzzer that changes a
/// byte changes a choice. After the last byte, numbers depend on a hash of all bytes.
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

  /// Returns an input that depends on the seed only. Similar seeds result in unrelated inputs.
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

  /// Uses a single byte if it is sufficient.
  @Override
  public int nextInt(int bound) {
    return bound <= 256 ? nextByte() % bound : super.nextInt(bound);
  }

  /// Returns one of the values.
  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[nextInt(values.length)];
  }

  /// Returns true if there are unused bytes.
  public boolean hasRest() {
    return at < bytes.length;
  }

  /// Returns the unused bytes.
  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return rest;
  }
}
