package io.github.tensorloupe.integrity.expected;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.DownloadTraces.DownloadProblem;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadTracesTest {

  private static final String COMMIT = HubRepositoryBuilder.commit("first");
  private static final String HASH = "ab".repeat(32);

  @TempDir private Path folder;
  private final Map<Path, NavigableSet<String>> incompleteNames = new HashMap<>();

  private List<DownloadProblem> traces() throws IOException {
    return DownloadTraces.in(folder, Cancellation.NEVER);
  }

  private Check onlyCheck() throws IOException {
    assertThat(traces()).hasSize(1);
    return traces().getFirst().check();
  }

  @Test
  void incompleteBlobExpectsTheHashInItsName() throws IOException {
    Path blobs = HubRepositoryBuilder.repository(folder, "org", "name").folder().resolve("blobs");
    Path file = SampleBytes.write(blobs.resolve(HASH + ".incomplete"), new byte[1500]);

    assertThat(traces()).extracting(DownloadProblem::path).containsExactly(file);
    assertThat(onlyCheck().kind()).isEqualTo(ExpectedHashSource.INCOMPLETE_DOWNLOAD);
    assertThat(onlyCheck().result()).isEqualTo(Result.MISMATCH);
    assertThat(onlyCheck().expected()).contains(HASH);
    assertThat(onlyCheck().message()).contains("1.50 kB");
  }

  @Test
  void leftoverNextToTheCompleteFileIsNotAMismatch() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link = repository.addLarge(COMMIT, "a.safetensors", SampleBytes.floats(1));
    Files.createFile(
        link.toRealPath().resolveSibling(link.toRealPath().getFileName() + ".incomplete"));

    assertThat(onlyCheck().result()).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void hashFollowsAnotherWordInTheNameOfAFolderDownload() throws IOException {
    SampleBytes.write(
        folder.resolve(".cache/huggingface/download/Qx3=." + HASH + ".incomplete"), new byte[3]);

    assertThat(onlyCheck().expected()).contains(HASH);
    assertThat(onlyCheck().result()).isEqualTo(Result.MISMATCH);
  }

  @Test
  void partsOfBrowsersAreFound() throws IOException {
    SampleBytes.write(folder.resolve("a.safetensors.crdownload"), new byte[3]);
    SampleBytes.write(folder.resolve("notes.crdownload"), new byte[3]);

    assertThat(onlyCheck().kind()).isEqualTo(ExpectedHashSource.INCOMPLETE_DOWNLOAD);
  }

  @Test
  void upperCaseNamesAreFound() throws IOException {
    Path part = SampleBytes.write(folder.resolve("A.SAFETENSORS.Part"), new byte[3]);
    Path missing = folder.resolve("B.SAFETENSORS");
    Files.writeString(folder.resolve("SHA256SUMS"), HASH + "  B.SAFETENSORS\n");

    assertThat(traces()).extracting(DownloadProblem::path).containsExactlyInAnyOrder(part, missing);
  }

  @Test
  void linkToADeletedBlobIsBroken() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link = repository.addSmall(COMMIT, "config.json", new byte[] {'{', '}'});
    Files.delete(link.toRealPath());

    assertThat(onlyCheck().kind()).isEqualTo(ExpectedHashSource.BROKEN_LINK);
    assertThat(onlyCheck().expected()).contains("9e26dfeeb6e641a33dae4961196235bdb965b21b");
    assertThat(onlyCheck().message()).contains("deleted");
  }

  @Test
  void brokenLinkToAnIncompleteBlobIsReported() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link = repository.addLarge(COMMIT, "a.safetensors", SampleBytes.floats(1));
    Path blob = link.toRealPath();
    Files.move(blob, blob.resolveSibling(blob.getFileName() + ".incomplete"));

    assertThat(ofBrokenLink(link).orElseThrow().message()).contains("did not finish");
  }

  private Optional<Check> ofBrokenLink(Path link) {
    return DownloadTraces.ofBrokenLink(link, incompleteNames);
  }

  @Test
  void folderOfBlobsIsListedOnceInARun() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    for (int i = 1; i <= 2; i++) {
      Path link = repository.addLarge(COMMIT, i + ".safetensors", SampleBytes.floats(i));
      Path blob = link.toRealPath();
      // A second listing would find the second blob.
      Files.move(blob, blob.resolveSibling(blob.getFileName() + ".ab.incomplete"));
      assertThat(ofBrokenLink(link).orElseThrow().message())
          .contains(i == 1 ? "did not finish" : "deleted");
      assertThat(incompleteNames).containsOnlyKeys(blob.getParent());
    }
  }

  @Test
  void linksOutsideOfCachesAndWholeLinksAreNoTraces() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path whole = repository.addLarge(COMMIT, "a.safetensors", SampleBytes.floats(1));
    Files.createSymbolicLink(folder.resolve("dead"), Path.of("nowhere"));

    assertThat(traces()).isEmpty();
    assertThat(ofBrokenLink(whole)).isEmpty();

    Path blob = whole.toRealPath();
    Files.delete(blob);
    Files.createSymbolicLink(blob, blob);
    assertThat(ofBrokenLink(whole)).as("cannot be examined").isEmpty();
  }

  @Test
  void refToAMissingCommitIsReported() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    repository.addLarge(COMMIT, "a.safetensors", SampleBytes.floats(1));
    Files.writeString(repository.folder().resolve("refs/main"), COMMIT);
    assertThat(traces()).isEmpty();

    Files.writeString(
        repository.folder().resolve("refs/v2"), HubRepositoryBuilder.commit("second"));
    assertThat(onlyCheck().kind()).isEqualTo(ExpectedHashSource.HUB_REF);
    assertThat(onlyCheck().result()).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void missingListedFileIsReported() throws IOException {
    SampleBytes.write(folder.resolve("a/here.safetensors"), SampleBytes.floats(1));
    String line = HASH + "  ";
    Files.writeString(
        folder.resolve("SHA256SUMS"),
        line
            + "a/here.safetensors\n"
            + line
            + "a/gone.safetensors\n"
            + line
            + "gone.txt\n"
            + line
            + "../outside.safetensors\n");

    assertThat(traces())
        .extracting(DownloadProblem::path)
        .containsExactly(folder.resolve("a/gone.safetensors"));
    assertThat(onlyCheck().kind()).isEqualTo(ExpectedHashSource.CHECKSUM_LIST);
    assertThat(onlyCheck().result()).isEqualTo(Result.MISMATCH);
  }
}
