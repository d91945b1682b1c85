package io.github.tensorloupe.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The numbers under which names were first seen, with open addressing and without boxes.
///
/// Names made to collide cannot make it slow: where a search grows long, all names move to a hash
/// map, which keeps colliding keys in trees.
final class NameTable {

  /// What [#put(String)] gives for a name that is new.
  static final int NEW = -1;

  private static final int MAX_STEPS = 64;

  private String[] names = new String[16];
  private int count;
  private int[] hashes = new int[64];
  private int[] numbers = new int[64];
  private Map<String, Integer> fallback;

  /// The number under which this name was seen before; a new name gets the next one, from 0 on, and
  /// the answer is [#NEW].
  int put(String name) {
    if (fallback != null) {
      return putInFallback(name);
    }
    if (count * 2 >= hashes.length) {
      grow();
    }
    int hash = spread(name.hashCode());
    int mask = hashes.length - 1;
    int slot = hash & mask;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      int number = numbers[slot] - 1;
      if (number < 0) {
        fill(slot, hash, name);
        return NEW;
      }
      if (hashes[slot] == hash && names[number].equals(name)) {
        return number;
      }
      slot = slot + 1 & mask;
    }
    fallBack();
    return putInFallback(name);
  }

  private static int spread(int hash) {
    int product = hash * 0x9E3779B9;
    return product ^ product >>> 15;
  }

  private void fill(int slot, int hash, String name) {
    if (count == names.length) {
      names = Arrays.copyOf(names, count * 2);
    }
    names[count++] = name;
    hashes[slot] = hash;
    // Zero marks an empty slot.
    numbers[slot] = count;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldNumbers = numbers;
    hashes = new int[oldHashes.length * 2];
    numbers = new int[hashes.length];
    int mask = hashes.length - 1;
    for (int old = 0; old < oldNumbers.length; old++) {
      if (oldNumbers[old] != 0) {
        int slot = oldHashes[old] & mask;
        while (numbers[slot] != 0) {
          slot = slot + 1 & mask;
        }
        hashes[slot] = oldHashes[old];
        numbers[slot] = oldNumbers[old];
      }
    }
  }

  private void fallBack() {
    fallback = HashMap.newHashMap(count * 2);
    for (int number = 0; number < count; number++) {
      fallback.put(names[number], number);
    }
  }

  private int putInFallback(String name) {
    Integer number = fallback.putIfAbsent(name, count);
    if (number != null) {
      return number;
    }
    count++;
    return NEW;
  }
}
