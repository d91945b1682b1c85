package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {

  private static final NaturalOrder ORDER = NaturalOrder.INSTANCE;
  private static final String ALPHABET = "0019..ab-Z";

  private static List<String> sorted(String... names) {
    List<String> sorted = new ArrayList<>(Arrays.asList(names));
    Collections.sort(sorted, ORDER);
    return sorted;
  }

  private static List<String> randomNames(Random random, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(7); name.length() < length; ) {
        name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      names.add(name.toString());
    }
    return names;
  }

  @Test
  void tenComesAfterNine() {
    assertThat(sorted("layers.10", "layers.9", "layers.1.w", "layers.1"))
        .containsExactly("layers.1", "layers.1.w", "layers.9", "layers.10");
  }

  @Test
  void numbersBeyond64BitsCompareByTheirValue() {
    assertThat(sorted("t20000000000000000000", "t9000000000000000000", "t3"))
        .containsExactly("t3", "t9000000000000000000", "t20000000000000000000");
  }

  @Test
  void equalNumbersWithFewerZerosComeFirst() {
    assertThat(sorted("a01b", "a001a", "a1c")).containsExactly("a1c", "a01b", "a001a");
  }

  @Test
  void zeroSortsBeforeOneForAnyNumberOfDigits() {
    assertThat(sorted("1", "000", "0", "01")).containsExactly("0", "000", "1", "01");
  }

  @Test
  void endSortsBeforeDotAndDotBeforeOtherCharacters() {
    assertThat(sorted("a-b", "a\0", "a b", "a.b", "a", "a1"))
        .containsExactly("a", "a.b", "a\0", "a b", "a-b", "a1");
  }

  @Test
  void onlyTheSameTextIsEqual() {
    List<String> names = randomNames(new Random(1), 400);
    for (String left : names) {
      for (String right : names) {
        assertThat(ORDER.compare(left, right) == 0).isEqualTo(left.equals(right));
      }
    }
  }

  @Test
  void isAntisymmetric() {
    List<String> names = randomNames(new Random(2), 400);
    for (String left : names) {
      for (String right : names) {
        assertThat(Integer.signum(ORDER.compare(left, right)))
            .as("%s and %s", left, right)
            .isEqualTo(-Integer.signum(ORDER.compare(right, left)));
      }
    }
  }

  @Test
  void isTransitive() {
    List<String> names = randomNames(new Random(3), 120);
    for (String a : names) {
      for (String b : names) {
        for (String c : names) {
          if (ORDER.compare(a, b) <= 0 && ORDER.compare(b, c) <= 0 && ORDER.compare(a, c) > 0) {
            throw new AssertionError("\"%s\", \"%s\", \"%s\"".formatted(a, b, c));
          }
        }
      }
    }
  }

  @Test
  void agreesWithComparingPieceByPiece() {
    List<String> names = randomNames(new Random(4), 500);
    for (String left : names) {
      for (String right : names) {
        assertThat(Integer.signum(ORDER.compare(left, right)))
            .as("%s and %s", left, right)
            .isEqualTo(Integer.signum(compareKeys(key(left), key(right))));
      }
    }
  }

  @Test
  void descendantsDirectlyFollowTheirParent() {
    Random random = new Random(5);
    for (int round = 0; round < 50; round++) {
      List<String> sorted = randomNames(random, 100);
      sorted.sort(ORDER);
      for (String name : sorted) {
        List<String> following = sorted.subList(sorted.lastIndexOf(name) + 1, sorted.size());
        long below = following.stream().filter(other -> other.startsWith(name + ".")).count();
        assertThat(following.subList(0, (int) below))
            .as("behind \"%s\"", name)
            .allMatch(other -> other.startsWith(name + "."));
      }
    }
  }

  /// Returns three numbers per piece of a name: its rank, its value if it is a number, its length.
  private static List<long[]> key(String name) {
    List<long[]> key = new ArrayList<>();
    Matcher pieces = Pattern.compile("[0-9]+|.", Pattern.DOTALL).matcher(name);
    while (pieces.find()) {
      String piece = pieces.group();
      char first = piece.charAt(0);
      if (Character.isDigit(first)) {
        key.add(new long[] {'0', Long.parseLong(piece), piece.length()});
      } else {
        key.add(new long[] {first == '.' ? -1 : first, 0, 1});
      }
    }
    return key;
  }

  private static int compareKeys(List<long[]> left, List<long[]> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int byPiece = Arrays.compare(left.get(i), right.get(i));
      if (byPiece != 0) {
        return byPiece;
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
