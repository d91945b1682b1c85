package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.SharedFolder;
import org.junit.jupiter.api.Test;

/// Opens files with known verdicts of the reference library through a server.
class RemoteConformanceTest {

  /// The information that users see about a file.
  private record Verdict(String kind, boolean isRefused, List<String> findings, int tensors) {

    static Verdict of(Path path) throws IOException {
      try (TensorFile file = TensorFile.open(path)) {
        List<String> findings =
            file.findings().stream()
                .map(Finding::message)
                .map(message -> message.replace(path.toString(), "FILE"))
                .toList();
        int tensors = file.reading().headerParsed() ? file.header().tensors().size() : -1;
        return new Verdict(file.kind().toString(), file.isRefused(), findings, tensors);
      }
    }
  }

  @Test
  void filesHaveTheSameVerdictFromAServerAsFromADisk() throws IOException {
    int count = 0;
    try (ModelServer server = new ModelServer();
        RemoteAccess access = RemoteTestAccess.of("https://hub.invalid")) {
      for (String kind : List.of("valid", "invalid")) {
        try (Stream<Path> files = Files.list(SharedFolder.file("conformance/" + kind))) {
          for (Path local : files.filter(Files::isRegularFile).toList()) {
            String name = "/" + kind + "/" + local.getFileName();
            server.file(name, Content.of(local));
            Path remote = access.path(server.address(name), RemoteTestAccess.REFUSES);
            assertThat(Verdict.of(remote)).as("%s", name).isEqualTo(Verdict.of(local));
            count++;
          }
        }
      }
    }
    assertThat(count).isGreaterThan(600);
  }
}
