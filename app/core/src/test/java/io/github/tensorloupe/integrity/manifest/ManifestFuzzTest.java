package io.github.tensorloupe.integrity.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.manifest.ManifestReader.UnusableManifestException;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Damaged manifests are refused with a sentence, or are valid: writing and reading them again
/// yields an equal manifest, and a checkpoint can be compared with them.
class ManifestFuzzTest extends FuzzTest {

  private Path checkpoint;
  private byte[] whole;

  @Override
  protected int rounds() {
    return 250;
  }

  @Override
  protected List<byte[]> examples() throws IOException {
    makeManifest();
    byte[] example = new byte[whole.length + 1];
    System.arraycopy(whole, 0, example, 1, whole.length);
    return List.of(example);
  }

  private void makeManifest() throws IOException {
    if (whole == null) {
      TensorFiles files = new TensorFiles().floats("a\u2028\"é", 1, 2).floats("");
      files.tensor("b", Dtype.F4, new byte[3], 2, 3);
      checkpoint = files.write(scratch().resolve("m.safetensors"));
      whole = Manifests.text(Manifests.manifest(checkpoint)).getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    makeManifest();
    byte[] text =
        switch (input.nextInt(3)) {
          case 0 -> input.hasRest() ? input.rest() : Damage.done(whole, 2, input);
          case 1 -> Damage.json(whole, input);
          default -> Damage.done(whole, 2, input);
        };
    Path file = Files.write(scratch().resolve("m.json"), text);
    Manifest manifest;
    try {
      manifest = ManifestReader.read(file);
    } catch (UnusableManifestException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1);
      return;
    }
    assertThat(Manifests.parse(Manifests.text(manifest))).isEqualTo(manifest);
    ManifestReport report = Manifests.check(manifest, checkpoint);
    assertThat(report.tensors().stream().filter(tensor -> tensor.old().isPresent()))
        .hasSize((int) manifest.tensorCount());
    assertThat(report.tensors().stream().filter(tensor -> tensor.current().isPresent())).hasSize(3);
  }
}
