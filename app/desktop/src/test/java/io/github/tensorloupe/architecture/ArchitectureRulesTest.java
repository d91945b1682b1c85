package io.github.tensorloupe.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.github.tensorloupe.testing.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks that the rules report classes that violate them.
class ArchitectureRulesTest {

  private static final Map<String, String> SOURCES = new LinkedHashMap<>();

  @TempDir private static Path folder;
  private static JavaClasses classes;

  /// Returns a rule, a class that violates it, and the body of this class.
  static Stream<Arguments> violations() {
    ArchRule left = ArchitectureRules.packagesUseOnlyThoseToTheLeft();
    ArchRule viewModels = ArchitectureRules.viewModelsKnowNoScene();
    ArchRule foreign = ArchitectureRules.foreignMemoryOnlyIn(ArchitectureRules.FOREIGN_MEMORY);
    ArchRule jackson = ArchitectureRules.jacksonOnlyIn(ArchitectureRules.JACKSON);
    ArchRule network = ArchitectureRules.onlyRemoteConnectsToANetwork();
    ArchRule jobs = ArchitectureRules.tasksAndRunLaterOnlyInJobs();
    ArchRule internals = ArchitectureRules.noInternalsAndNoSwing();
    ArchRule images = ArchitectureRules.awtImagesOnlyIn(ArchitectureRules.AWT_IMAGES);
    ArchRule panes = ArchitectureRules.panesAreIndependent();
    ArchRule executed = ArchitectureRules.foreignReadersExecuteNothing();
    ArchRule files =
        ArchitectureRules.filesAreAccessedOnlyBy(ArchitectureRules.FILES_IN_BACKGROUND);
    return Stream.of(
        arguments(
            files,
            "desktop.pane.tree.LooksAtAFile",
            "boolean used = java.nio.file.Files.exists(java.nio.file.Path.of(\"a\"));"),
        arguments(
            files,
            "desktop.shell.LooksAtAFolder",
            "java.util.function.Predicate<java.io.File> used = java.io.File::isDirectory;"),
        arguments(left, "format.UsesItsRight", "P.model.Used used;"),
        arguments(left, "work.UsesItsNeighbour", "P.format.Used used;"),
        arguments(left, "edit.UsesMoreThanFormat", "P.work.Used used;"),
        arguments(left, "model.UsesEdit", "P.edit.Used used;"),
        arguments(left, "identify.UsesItsNeighbour", "P.analysis.Used used;"),
        arguments(left, "cli.UsesWindow", "P.desktop.shell.Used used;"),
        arguments(left, "desktop.pane.tree.UsesCli", "P.cli.Used used;"),
        arguments(left, "unknown.UsesAnything", "P.format.Used used;"),
        arguments(left, "edit.UsesShell", "P.desktop.shell.Used used;"),
        arguments(
            ArchitectureRules.launcherNamesNoJavaFx(),
            "desktop.shell.Launcher",
            "void start() { javafx.application.Application.launch(); }"),
        arguments(viewModels, "desktop.pane.tree.TreeViewModel", "javafx.scene.Node used;"),
        arguments(
            viewModels,
            "desktop.pane.hex.HexViewModel",
            "record Row(javafx.scene.paint.Color c) {}"),
        arguments(viewModels, "desktop.pane.tree.HeldRow", "javafx.scene.paint.Color used;"),
        arguments(
            viewModels,
            "desktop.control.Watched",
            "javafx.beans.property.BooleanProperty a; javafx.scene.Node used;"),
        arguments(foreign, "identify.UsesSegments", "java.lang.foreign.MemorySegment[] used;"),
        arguments(jackson, "analysis.UsesJackson", "com.fasterxml.jackson.core.JsonParser used;"),
        arguments(jobs, "desktop.pane.tree.UsesTask", "javafx.concurrent.Task<Void> used;"),
        arguments(network, "identify.Connects", "java.net.Socket used;"),
        arguments(network, "desktop.shell.Asks", "java.net.http.HttpClient used;"),
        arguments(
            jobs,
            "desktop.pane.tree.RunsLater",
            "Runnable used = () -> javafx.application.Platform.runLater(null);"),
        arguments(
            jobs,
            "desktop.pane.tree.NamesRunLater",
            "java.util.concurrent.Executor used = javafx.application.Platform::runLater;"),
        arguments(executed, "foreign.torch.Loads", "java.io.ObjectInputStream used;"),
        arguments(executed, "foreign.hdf5.Starts", "ProcessBuilder used;"),
        arguments(
            executed,
            "foreign.pickle.Resolves",
            "void a() throws Exception { Class.forName(\"a\"); }"),
        arguments(executed, "foreign.gguf.Calls", "java.lang.reflect.Method used;"),
        arguments(internals, "cli.UsesComSun", "com.sun.net.httpserver.HttpServer used;"),
        arguments(internals, "element.UsesSun", "sun.misc.Unsafe used;"),
        arguments(internals, "desktop.UsesSwing", "javax.swing.JFrame used;"),
        arguments(images, "desktop.pane.heatmap.UsesImage", "java.awt.image.BufferedImage used;"),
        arguments(
            images, "desktop.UsesImageIo", "void a() { javax.imageio.ImageIO.getUseCache(); }"),
        arguments(
            ArchitectureRules.noCycles(), "identify.UsesLibrary", "P.library.UsesIdentify used;"),
        arguments(
            ArchitectureRules.noCycles(),
            "desktop.text.UsesTheme",
            "P.desktop.theme.UsesText used;"),
        arguments(panes, "desktop.pane.hex.UsesOtherPane", "P.desktop.pane.tree.Used used;"),
        arguments(panes, "desktop.pane.hex.UsesFrame", "P.desktop.shell.Used used;"),
        arguments(panes, "desktop.selection.UsesPane", "P.desktop.pane.tree.Used used;"));
  }

  @BeforeAll
  static void compileClasses() throws IOException {
    for (String used :
        List.of(
            "format",
            "work",
            "model",
            "edit",
            "analysis",
            "cli",
            "desktop.shell",
            "desktop.pane.tree")) {
      add(used + ".Used", "");
    }
    add("desktop.pane.tree.RowsViewModel", "java.util.List<P.desktop.pane.tree.HeldRow> rows;");
    add("library.UsesIdentify", "P.identify.UsesLibrary used;");
    add("desktop.theme.UsesText", "P.desktop.text.UsesTheme used;");
    violations()
        .map(Arguments::get)
        .forEach(violation -> add((String) violation[1], (String) violation[2]));
    classes = new ClassFileImporter().importPath(new Sources(SOURCES).compileTo(folder));
  }

  private static void add(String type, String body) {
    String name = Packages.ROOT + "." + type;
    int dot = name.lastIndexOf('.');
    SOURCES.put(
        name,
        "package %s; public class %s { %s }"
            .formatted(
                name.substring(0, dot),
                name.substring(dot + 1),
                body.replace("P.", Packages.ROOT + ".")));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void violationIsFound(ArchRule rule, String type, String body) {
    assertThat(rule.evaluate(classes).getFailureReport().getDetails())
        .anySatisfy(detail -> assertThat(detail).contains(Packages.ROOT + "." + type));
  }

  @Test
  void useThatTheDescriptionDoesNotNameIsFound() {
    var descriptions = new PackageDescriptions(Map.of("identify", Set.of("model")));

    ArchRule rule = ArchitectureRules.packagesUseWhatTheirDescriptionNames(descriptions);

    assertThat(rule.evaluate(classes).getFailureReport().getDetails())
        .anySatisfy(detail -> assertThat(detail).contains("identify.UsesItsNeighbour"));
  }

  @Test
  void nameWithDotsDescribesThePackagesBelowToo() {
    var descriptions = new PackageDescriptions(Map.of("desktop", Set.of("format", "desktop..")));

    assertThat(descriptions.allow("desktop", "desktop.pane.tree")).isTrue();
    assertThat(descriptions.allow("desktop", "format")).isTrue();
    assertThat(descriptions.allow("desktop", "format.inner")).isFalse();
    assertThat(descriptions.allow("desktop", "cli")).isFalse();
  }
}
