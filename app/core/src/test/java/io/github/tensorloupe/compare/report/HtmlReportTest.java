package io.github.tensorloupe.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.FineTunedPair;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {

  private static final String HOSTILE = "</td><script>alert('1')</script>&amp;\"\u202Ex";

  @TempDir Path folder;

  private static String report(Path a, Path b, Sentences language) throws IOException {
    try (Compared compared = new Compared(a, b)) {
      return HtmlReport.of(compared.comparison(), language, Cancellation.NEVER, Progress.NONE);
    }
  }

  private static String report(FineTunedPair pair) throws IOException {
    return report(pair.base(), pair.tuned(), Sentences.ENGLISH);
  }

  private static Document parsed(String html) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(html)));
  }

  private String hostile() throws IOException {
    TensorFiles a = new TensorFiles().metadata(HOSTILE, HOSTILE);
    TensorFiles b = new TensorFiles().metadata(HOSTILE, "<img src='http://x/'/>");
    for (int layer = 0; layer < 3; layer++) {
      String name = HOSTILE + ".layers." + layer + "." + HOSTILE;
      a.tensor(name, Dtype.U8, new byte[] {1}, 1);
      b.tensor(name, Dtype.U8, new byte[] {2}, 1);
    }
    return report(
        a.write(folder.resolve("a.safetensors")),
        b.write(folder.resolve("b <b>.safetensors")),
        Sentences.ENGLISH);
  }

  @Test
  void fineTuneIsReportedWithPictures() throws Exception {
    String html = report(FineTunedPair.write(folder));
    Document page = parsed(html);

    assertThat(page.getElementsByTagName("h1").item(0).getTextContent())
        .isEqualTo("base.safetensors ↔ tuned.safetensors");
    // A, B, the difference and the bits of each of the four tensors with the largest differences.
    assertThat(page.getElementsByTagName("svg").getLength()).isEqualTo(4 * 4);
    assertThat(html).contains("<table class=\"map\">", "<td class=\"equal\" title=\"0 ");
    assertThat(page.getDocumentElement().getTextContent())
        .contains("model.layers.23.self_attn.k_proj.weight", "training.steps", "1200");
  }

  @Test
  void everyTensorThatDiffersHasARow() throws Exception {
    String html = report(FineTunedPair.write(folder));

    assertThat(html.split("<td>values</td>")).hasSize(FineTunedPair.TUNED_TENSORS + 1);
  }

  @Test
  void namesAndValuesOfTheFilesCannotActOnTheReader() throws Exception {
    String html = hostile();

    assertThat(parsed(html).getElementsByTagName("script").getLength()).isZero();
    assertThat(parsed(html).getElementsByTagName("img").getLength()).isZero();
    assertThat(html).contains("&lt;script&gt;").doesNotContain("<script", "\u202E");
  }

  @Test
  void thePageNeedsNothingElse() throws Exception {
    String html = hostile();

    assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
        .doesNotContainPattern("(?i)<(link|img|iframe|object|embed|base|form)\\b")
        .doesNotContainPattern("(?i)\\s(src|href|srcset|action|on[a-z]+)\\s*=\\s*\"")
        .doesNotContain("@import", "url(");
    assertThat(html).contains("default-src 'none'");
  }

  @Test
  void thePageSpeaksTheLanguageOfTheWindow() throws IOException {
    FineTunedPair pair = FineTunedPair.write(folder);

    assertThat(report(pair.base(), pair.tuned(), Sentences.in(Locale.GERMAN)))
        .contains("<html lang=\"de\">", "<h2>Metadaten</h2>");
  }

  @Test
  void equalCheckpointsHaveAPageWithoutTables() throws Exception {
    Path file = FineTunedPair.write(folder).base();

    assertThat(parsed(report(file, file, Sentences.ENGLISH)).getElementsByTagName("table"))
        .matches(tables -> tables.getLength() == 0);
  }

  private String report(TensorFiles a, TensorFiles b) throws IOException {
    return report(
        a.write(folder.resolve("a.safetensors")),
        b.write(folder.resolve("b.safetensors")),
        Sentences.ENGLISH);
  }

  @Test
  void picturesOfBothSidesHaveOneRangeAndNameTheirScale() throws IOException {
    String html =
        report(
            new TensorFiles().floats("w", 0, 1, 2, 3), new TensorFiles().floats("w", 0, 1, 2, 700));

    assertThat(html.split(">700</text>")).as("right end of A, B and B − A").hasSize(3);
    assertThat(html).doesNotContain(">3</text>").contains("up to 4, logarithmic");
  }

  @Test
  void tensorThatIsOnlyRenamedHasARowWithTheReason() throws IOException {
    String html =
        report(
            new TensorFiles().floats("module.w", 0, 1, 2, 3),
            new TensorFiles().floats("w", 0, 1, 2, 3));

    assertThat(html).contains("<td>module.w → w (prefix)</td>");
  }

  @Test
  void reshapedTensorsEmptyNamesAndTiedWeightsAreReported() throws IOException {
    String html =
        report(
            new TensorFiles().tensor("", Dtype.U8, new byte[] {1, 2}, 2).floats("head", 1),
            new TensorFiles()
                .tensor("", Dtype.U8, new byte[] {1, 2}, 2, 1)
                .floats("embed", 2)
                .metadata("head", "embed"));

    assertThat(html)
        .contains("<td>same bytes, other shape</td>", "<td>(empty name)</td>")
        .contains("<td>head (stored as embed according to the metadata)</td>");
  }
}
