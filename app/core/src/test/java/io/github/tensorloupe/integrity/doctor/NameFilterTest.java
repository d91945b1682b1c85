package io.github.tensorloupe.integrity.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.integrity.doctor.Placement.NameFilter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameFilterTest {

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj("model.layers.%d.weight"::formatted).toList();
  }

  @Test
  void everyNameThatWasAddedTwiceIsTold() {
    NameFilter filter = new NameFilter(2000);
    names(2000).forEach(filter::add);
    names(1000).forEach(filter::add);

    assertThat(names(1000)).allMatch(filter::mayBeRepeated);
  }

  @Test
  void fewOthersAreTold() {
    NameFilter filter = new NameFilter(20_000);
    names(20_000).forEach(filter::add);

    assertThat(names(20_000).stream().filter(filter::mayBeRepeated)).hasSizeLessThan(2000);
  }

  @Test
  void moreNamesThanWereThoughtOfAreToldToo() {
    NameFilter filter = new NameFilter(0);
    filter.add("a");
    filter.add("a");

    assertThat(filter.mayBeRepeated("a")).isTrue();
  }
}
