package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Names of files, tensors and keys contain underscores. Buttons and menu items remove the first
/// underscore of their text by default.
class MnemonicTest {

  private static final String KINDS =
      "new (?:Button|ToggleButton|CheckBox|RadioButton|MenuButton|SplitMenuButton|MenuItem"
          + "|CheckMenuItem|RadioMenuItem)\\(";

  private static final String CONSTANT =
      "\\)|null\\b|\"[^\"_]*\"\\s*[,)]|messages\\s*\\.text\\(\\s*\"[^\"]*\"\\s*(?:\\)|\\+|\\.formatted)"
          + "|messages\\s*\\.(?:text|count)\\(\\w+[.(]|messages\\.count\\(";

  /// Files whose texts are messages with numbers at most.
  private static final Set<String> WITHOUT_NAMES =
      Set.of(
          "SettingsPanel.java",
          "SliceBar.java",
          "ProposalPane.java",
          "MetadataBar.java",
          "HistogramToolbar.java",
          "HeatToolbar.java",
          "PairsView.java",
          "FaultCard.java");

  private static final Pattern WITH_VARIABLE_TEXT =
      Pattern.compile(KINDS + "\\s*(?!\\s|" + CONSTANT + ")");

  private static final Pattern NAMED =
      Pattern.compile("\\b(\\w+)\\s*=\\s*(?:\\w+\\.?\\w*\\(\\s*)?" + KINDS);

  @Test
  void variableTextsDoNotParseMnemonics() throws IOException {
    List<String> complaints = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ProjectFolders.desktopSources())) {
      for (Path file :
          (Iterable<Path>) files.filter(it -> it.toString().endsWith(".java"))::iterator) {
        String source = Files.readString(file);
        boolean isExempt =
            source.contains("setMnemonicParsing(false)")
                || WITHOUT_NAMES.contains(file.getFileName().toString());
        if (!isExempt) {
          variableTexts(source).forEach(text -> complaints.add(file.getFileName() + ": " + text));
        }
      }
    }

    assertThat(complaints).isEmpty();
  }

  @Test
  void variableTextIsFound() {
    assertThat(variableTexts("new Button(name)")).hasSize(1);
    assertThat(variableTexts("new MenuItem(messages.text(\"a.b\", name))")).hasSize(1);
    assertThat(variableTexts("Button open = new Button();\nopen.setText(name);")).hasSize(1);
    assertThat(variableTexts("item = new MenuItem();\nitem.textProperty().bind(name);")).hasSize(1);
    assertThat(variableTexts("new Button(messages.text(\"a.b\"), icon)")).isEmpty();
    assertThat(variableTexts("new Button(null, icon)")).isEmpty();
  }

  private static List<String> variableTexts(String source) {
    Stream<String> created = WITH_VARIABLE_TEXT.matcher(source).results().map(MatchResult::group);
    Stream<String> changed =
        NAMED
            .matcher(source)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .flatMap(
                name ->
                    Pattern.compile(
                            "\\b"
                                + name
                                + "\\.(?:setText\\(\\s*(?!\\s|"
                                + CONSTANT
                                + ")|textProperty\\(\\)\\s*\\.bind\\()")
                        .matcher(source)
                        .results()
                        .map(MatchResult::group));
    return Stream.concat(created, changed).toList();
  }
}
