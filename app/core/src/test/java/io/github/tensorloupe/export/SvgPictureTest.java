package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.export.SvgPicture.Anchor;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SvgPictureTest {

  private final Locale before = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(before);
  }

  private static Document parsed(SvgPicture picture) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(picture.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static Element only(Document document, String tag) {
    assertThat(document.getElementsByTagName(tag).getLength()).isEqualTo(1);
    return (Element) document.getElementsByTagName(tag).item(0);
  }

  @Test
  void textsStayTextsWhateverTheyHold() throws Exception {
    String name = "a<b>&\"c\" \u0001 𝕏 %s";
    Document document =
        parsed(new SvgPicture(10, 10, name).text(1, 2, name, 12, Anchor.END, "#000"));

    assertThat(only(document, "text").getTextContent()).isEqualTo(name.replace('\u0001', '\uFFFD'));
    assertThat(only(document, "title").getTextContent()).startsWith("a<b>&");
    assertThat(only(document, "text").getAttribute("text-anchor")).isEqualTo("end");
  }

  @Test
  void numbersHaveAPointWhateverTheLocale() throws Exception {
    Locale.setDefault(Locale.GERMANY);
    Document document =
        parsed(new SvgPicture(960.5, 480, "t").rectangle(0.25, -0.001, 100, 1.5, "#abc"));

    Element rectangle = only(document, "rect");
    assertThat(rectangle.getAttribute("x")).isEqualTo("0.25");
    assertThat(rectangle.getAttribute("y")).isEqualTo("0");
    assertThat(rectangle.getAttribute("width")).isEqualTo("100");
    assertThat(document.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 960.5 480");
  }

  @Test
  void pathsGoFromPointToPoint() throws Exception {
    Document document =
        parsed(
            new SvgPicture(1, 1, "")
                .path(new double[] {0, 1, 2}, new double[] {3, 4, 5}, "#123456", 1, List.of()));

    assertThat(only(document, "path").getAttribute("d")).isEqualTo("M0 3 L1 4 L2 5");
  }

  @Test
  void linesHaveTheGivenDashes() throws Exception {
    double[] xs = {0, 9};
    double[] ys = {1, 1};

    assertThat(dashes(new SvgPicture(9, 2, "").path(xs, ys, "#000", 1, List.of(6.0, 2.5))))
        .isEqualTo("6 2.5");
    assertThat(dashes(new SvgPicture(9, 2, "").path(xs, ys, "#000", 1, List.of()))).isEmpty();
  }

  private static String dashes(SvgPicture picture) throws Exception {
    return only(parsed(picture), "path").getAttribute("stroke-dasharray");
  }
}
