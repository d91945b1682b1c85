package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.pane.overview.Overview.DtypeShare;
import io.github.tensorloupe.desktop.pane.overview.Overview.FileRow;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Overview overview(Path path) throws IOException {
    return Overview.of(files.open(path), Cancellation.NEVER);
  }

  private List<String> keysByImportance(Path path) throws IOException {
    TensorFile file = overview(path).fileWithMetadata().orElseThrow();
    return Overview.importantKeys(Overview.entries(file), false);
  }

  private Path raw(String name, String header, int dataLength) throws IOException {
    return TensorFiles.raw(folder.resolve(name), header, dataLength);
  }

  @Test
  void figuresOfAFileAreSummedUp() throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, 2, 3)
            .tensor("b", Dtype.BF16, new byte[20], 2, 5)
            .tensor("c", Dtype.BF16, new byte[0], 0)
            .write(folder.resolve("a.safetensors"));

    Overview overview = overview(path);

    assertThat(overview.headersRead()).isTrue();
    assertThat(overview.parameterCount()).isEqualTo(13);
    assertThat(overview.dataByteCount()).hasValue(32);
    assertThat(overview.headerByteCount()).hasValue(Files.size(path) - 8 - 32);
    assertThat(overview.fileCount()).isEqualTo(1);
    assertThat(Overview.lengthOf(overview.checkpoint().files())).isEqualTo(Files.size(path));
  }

  @Test
  void dtypesAreOrderedByBytes() throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, 2, 3)
            .tensor("b", Dtype.BF16, new byte[20], 2, 5)
            .tensor("c", Dtype.BF16, new byte[2], 1)
            .write(folder.resolve("a.safetensors"));

    assertThat(overview(path).dtypes())
        .containsExactly(
            new DtypeShare(Dtype.BF16, 2, 11, 22), new DtypeShare(Dtype.F32, 1, 3, 12));
  }

  @Test
  void largestTensorsAreListedFirstThenInNaturalOrder() throws IOException {
    TensorFiles file = new TensorFiles();
    for (int i = 12; i > 0; i--) {
      int size = i == 2 || i == 10 ? 20 : 5;
      file.tensor("t" + i, Dtype.U8, new byte[size], size);
    }

    assertThat(overview(file.write(folder.resolve("a.safetensors"))).largestTensors())
        .extracting(tensor -> tensor.info().name())
        .containsExactly("t2", "t10", "t1", "t3", "t4", "t5", "t6", "t7");
  }

  @Test
  void promisesBeyond63BitsStayAtTheLimit() throws IOException {
    Path path =
        raw(
            "a.safetensors",
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[18446744073709551615],\"data_offsets\":[0,9]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[5],"
                + "\"data_offsets\":[9,9223372036854775807]},"
                + "\"c\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[9,2]}}",
            9);

    Overview overview = overview(path);

    assertThat(overview.parameterCount()).isEqualTo(Long.MAX_VALUE);
    assertThat(overview.dtypes())
        .containsExactly(new DtypeShare(Dtype.U8, 3, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void fileThatIsNoneHasOnlyItsLength() throws IOException {
    Path path = Files.writeString(folder.resolve("a.safetensors"), "<!doctype html><html></html>");

    Overview overview = overview(path);

    assertThat(overview.kind()).isEqualTo(FileKind.HTML);
    assertThat(overview.headersRead()).isFalse();
    assertThat(overview.dataByteCount()).isEmpty();
    assertThat(overview.headerByteCount()).isEmpty();
    assertThat(Overview.lengthOf(overview.checkpoint().files())).isEqualTo(28);
    assertThat(overview.files()).isEmpty();
  }

  @Test
  void importantEntriesAreListedFirst() throws IOException {
    Path path =
        new TensorFiles()
            .metadata("format", "pt")
            .metadata("zzz", "1")
            .metadata("ss_network_dim", "32")
            .metadata("modelspec.title", "Castle")
            .write(folder.resolve("a.safetensors"));

    assertThat(keysByImportance(path))
        .containsExactly("modelspec.title", "ss_network_dim", "format");
  }

  @Test
  void unknownEntriesAreShownWhereThereAreNoOthers() throws IOException {
    TensorFiles file = new TensorFiles();
    for (int i = 0; i < 9; i++) {
      file.metadata("key" + i, "" + i);
    }

    assertThat(keysByImportance(file.write(folder.resolve("a.safetensors"))))
        .containsExactly("key0", "key1", "key2", "key3", "key4");
  }

  @Test
  void refusedFilesAreListedFirst() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    raw("b.safetensors", "{}", 1);
    new TensorFiles().floats("c", 1).write(folder.resolve("c.safetensors"));

    Overview overview = overview(folder);

    assertThat(overview.files())
        .extracting(row -> row.file().path().getFileName().toString())
        .containsExactly("b.safetensors", "a.safetensors", "c.safetensors");
    assertThat(overview.files())
        .extracting(FileRow::state)
        .containsExactly(FileRow.State.REFUSED, FileRow.State.LOADS, FileRow.State.LOADS);
    assertThat(overview.fileCount()).isEqualTo(3);
  }

  @Test
  void cancellingStopsSummingUp() throws IOException {
    Path path = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));

    assertThatThrownBy(() -> Overview.of(files.open(path), () -> true))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void filesWithProblemsAreListedFirst() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    raw("b.safetensors", " {}", 0);

    assertThat(overview(folder).files())
        .extracting(FileRow::state)
        .containsExactly(FileRow.State.PROBLEMS, FileRow.State.LOADS);
  }

  @Test
  void partsOfAFolderAreSummedUp() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("m-00001-of-00003.safetensors"));
    new TensorFiles().floats("b", 1).write(folder.resolve("m-00002-of-00003.safetensors"));
    new TensorFiles().floats("c", 1).write(folder.resolve("x.safetensors"));

    List<CheckpointPart> parts = overview(folder).parts();

    assertThat(parts).extracting(CheckpointPart::label).containsExactly("m", "x.safetensors");
    assertThat(parts).extracting(CheckpointPart::isSet).containsExactly(true, false);
    assertThat(parts).extracting(part -> part.files().size()).containsExactly(2, 1);
    assertThat(parts).extracting(Overview::isBroken).containsExactly(true, false);
  }

  @Test
  void aSingleSetHasNoParts() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("m-00001-of-00002.safetensors"));
    new TensorFiles().floats("b", 1).write(folder.resolve("m-00002-of-00002.safetensors"));

    assertThat(overview(folder).parts()).isEmpty();
  }
}
