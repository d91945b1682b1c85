package io.github.tensorloupe.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tensors of other formats that are not listed, because they cannot be read.
class SkippedTensorsTest {

  @TempDir private Path folder;

  private static ConversionOptions options(boolean acceptsRefused, String... excluded) {
    ConversionOptions copy = ConversionOptions.COPY;
    return new ConversionOptions(
        copy.includes(),
        Stream.of(excluded).map(NameFilter::parse).toList(),
        copy.root(),
        copy.renaming(),
        copy.casts(),
        copy.saturates(),
        copy.dequantizes(),
        copy.deduplicates(),
        copy.shardBytes(),
        copy.alignment(),
        copy.metadata(),
        acceptsRefused);
  }

  private ConversionPlan plan(Path from, ConversionOptions options) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(from, Cancellation.NEVER, Progress.NONE)) {
      return ConversionPlanner.plan(
          List.of(new Source("source", checkpoint)),
          options,
          LoraMerge.NONE,
          folder.resolve("out.safetensors"),
          Cancellation.NEVER);
    }
  }

  private static List<String> names(ConversionPlan plan) {
    return plan.files().stream()
        .map(PlannedFile::tensors)
        .flatMap(List::stream)
        .map(PlannedTensor::sourceName)
        .toList();
  }

  private void assertRefused(Path file, ConversionOptions options) {
    assertThatThrownBy(() -> plan(file, options))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.SOURCE_REFUSED));
  }

  /// Its dataset `e`, its link and its virtual dataset `v` lead to other files.
  private Path external() throws IOException {
    Path file = folder.resolve("external.h5");
    try (InputStream in =
        getClass().getResourceAsStream("/io/github/tensorloupe/foreign/hdf5/external.h5")) {
      Files.copy(in, file);
    }
    return file;
  }

  @Test
  void valuesInOtherFilesAreNotLeftOutSilently() throws IOException {
    Path file = external();

    assertRefused(file, options(false));
    assertRefused(file, options(false, "e", "v"));

    ConversionPlan accepted = plan(file, options(true));
    assertThat(names(accepted)).containsExactly("a");
    assertThat(accepted.skippedCount()).isEqualTo(3);

    ConversionPlan excluded = plan(file, options(false, "e", "v", "link"));
    assertThat(names(excluded)).containsExactly("a");
    assertThat(excluded.skippedCount()).isZero();
  }

  @Test
  void unreadableArraysOfAnArchiveAreCounted() throws IOException {
    String header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
    byte[] array =
        ("\u0093NUMPY\1\0" + (char) header.length() + "\0" + header + "x").getBytes(ISO_8859_1);
    ZipBuilder zip = new ZipBuilder();
    zip.store("../w.npy", array);
    zip.store("broken.npy", new byte[20]);
    zip.store("secret.npy", array).flags = 1;
    Path file = Files.write(folder.resolve("file.npz"), zip.bytes());

    assertRefused(file, options(false));

    ConversionPlan accepted = plan(file, options(true));
    assertThat(names(accepted)).containsExactly("../w");
    assertThat(accepted.skippedCount()).isEqualTo(2);
  }
}
