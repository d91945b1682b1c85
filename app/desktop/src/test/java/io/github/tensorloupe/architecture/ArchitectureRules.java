package io.github.tensorloupe.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ClassesTransformer;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import java.io.ObjectInputStream;
import java.net.InetAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The rules for all classes of the program. Exceptions are named in the rule itself.
final class ArchitectureRules {

  private static final String[] JAVAFX = {
    "javafx..", "atlantafx..", "org.controlsfx..", "impl.org.controlsfx..", "org.kordamp.ikonli.."
  };

  /// Classes of `java.net` that access no network: names of addresses and files, sockets of the
  /// local machine, and its host name.
  private static final Class<?>[] NO_NETWORK = {
    URI.class,
    URISyntaxException.class,
    URL.class,
    URLDecoder.class,
    InetAddress.class,
    ProtocolFamily.class,
    SocketAddress.class,
    StandardProtocolFamily.class,
    UnixDomainSocketAddress.class
  };

  /// Packages of the window that read and write the program's own files.
  private static final String[] STORAGE = {
    ".desktop.storage", ".desktop.session", ".desktop.log", ".desktop.instance"
  };

  /// Packages that access mapped files.
  static final List<String> FOREIGN_MEMORY =
      List.of(
          ".element",
          ".model",
          ".analysis..",
          ".quantization",
          ".compare",
          ".save",
          ".convert",
          ".desktop.pane.hex..");

  /// Packages that read or write JSON or Smile.
  static final List<String> JACKSON =
      List.of(
          ".json",
          ".edit",
          ".integrity..",
          ".identify",
          ".quantization",
          ".adapter",
          ".convert",
          ".config",
          ".foreign.hdf5",
          ".remote",
          ".survey",
          ".cache",
          ".storage..",
          ".desktop.storage",
          ".desktop.session",
          ".desktop.pane.hex.bookmarks",
          ".desktop.pane.library");

  /// Packages that read or write pictures with AWT.
  static final List<String> AWT_IMAGES = List.of(".export", ".desktop.pane.metadata");

  /// Classes of the window that access files, either in jobs or without a window.
  static final List<String> FILES_IN_BACKGROUND =
      List.of(
          "BaseStructures",
          "BatchViewModel",
          "CheckQueue",
          "QueuedValueCheck",
          "CheckpointStamp",
          "DesktopFileManager",
          "Download",
          "FolderWatcher",
          "HelpFlow",
          "LibraryState",
          "ManifestViewModel",
          "NamedBase",
          "OfferedCheckpoint",
          "PictureImport",
          "ProposalViewModel",
          "SaveRun",
          "SessionKeeper",
          "SurveyRow",
          "SurveyRows",
          "Thumbnails",
          "WindowPicture");

  private static final String FILE_ACCESS =
      "exists|is(Directory|File|Hidden)|can\\w+|length|lastModified|list\\w*|getCanonical\\w+"
          + "|delete|mkdirs?|createNewFile|renameTo";

  /// Packages with view models.
  private static final String[] MODELS =
      Stream.of("control", "job", "pane", "selection", "session", "settings")
          .map(name -> Packages.ROOT + ".desktop." + name + "..")
          .toArray(String[]::new);

  /// Values of a scene that exist without a view: a picture, which is decoded in the background,
  /// and keys.
  private static final String SCENE_VALUES =
      "javafx[.]scene[.](image[.]Image|input[.]KeyCombination)";

  /// Toolkits whose classes are parts of a view.
  private static final String[] VIEWS = {
    "javafx.scene..", "javafx.stage..", "org.controlsfx..", "atlantafx.."
  };

  /// The view models: classes with an observable or a background job in a field, of which no
  /// superclass is part of a view; the classes of their packages in their fields, directly or
  /// indirectly; and the nested classes of all of these. Classes that wire models and views
  /// together are not view models: the shell, the descriptions of panes, and flows, which show
  /// panels.
  static final ClassesTransformer<JavaClass> HELD_BY_VIEW_MODELS =
      new AbstractClassesTransformer<>("classes held by view models") {
        @Override
        public Iterable<JavaClass> doTransform(JavaClasses classes) {
          Set<JavaClass> held = new LinkedHashSet<>();
          Deque<JavaClass> queue = new ArrayDeque<>();
          classes.stream().filter(ArchitectureRules::isViewModel).forEach(queue::add);
          while (!queue.isEmpty()) {
            JavaClass type = queue.remove();
            if (held.add(type)) {
              type.getFields().stream()
                  .flatMap(field -> field.getType().getAllInvolvedRawTypes().stream())
                  .filter(used -> used.getPackageName().equals(type.getPackageName()))
                  .forEach(queue::add);
              classes.stream()
                  .filter(nested -> nested.getName().startsWith(type.getName() + "$"))
                  .forEach(queue::add);
            }
          }
          return held;
        }
      };

  private ArchitectureRules() {}

  /// Returns all rules.
  static List<ArchRule> forProgram(PackageDescriptions descriptions) {
    return List.of(
        packagesUseOnlyThoseToTheLeft(),
        packagesUseWhatTheirDescriptionNames(descriptions),
        launcherNamesNoJavaFx(),
        viewModelsKnowNoScene(),
        foreignMemoryOnlyIn(FOREIGN_MEMORY),
        filesAreAccessedOnlyBy(FILES_IN_BACKGROUND),
        onlyRemoteConnectsToANetwork(),
        foreignReadersExecuteNothing(),
        jacksonOnlyIn(JACKSON),
        tasksAndRunLaterOnlyInJobs(),
        noInternalsAndNoSwing(),
        awtImagesOnlyIn(AWT_IMAGES),
        noCycles(),
        panesAreIndependent());
  }

  static ArchRule packagesUseOnlyThoseToTheLeft() {
    return classes()
        .should(Packages.useOnly("packages to the left of their own", Packages::mayUse))
        .because(
            "text, work <- json <- format <- element <- model <- analysis, integrity, identify,"
                + " foreign <- save, library, quantization, adapter <- storage, config <- cache <-"
                + " remote <- batch, export, demo, survey <- compare <- cli, desktop; edit uses"
                + " text and format alone");
  }

  static ArchRule packagesUseWhatTheirDescriptionNames(PackageDescriptions descriptions) {
    return classes()
        .should(Packages.useOnly("packages that package-info.java names", descriptions::allow))
        .because("the descriptions of the packages are the architecture document");
  }

  static ArchRule launcherNamesNoJavaFx() {
    return noClasses()
        .that()
        .haveNameMatching(Packages.ROOT + "[.]desktop[.]shell[.]Launcher([$].*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(JAVAFX)
        .because("subcommands start without JavaFX, and so does the reason why it is missing");
  }

  static ArchRule viewModelsKnowNoScene() {
    return all(HELD_BY_VIEW_MODELS)
        .should(
            never(
                dependOnClassesThat(
                    resideInAPackage("javafx.scene..").and(not(nameMatching(SCENE_VALUES))))))
        .because("view models and the objects in their fields are tested without a view");
  }

  /// @param allowed the packages that may use foreign memory
  static ArchRule foreignMemoryOnlyIn(List<String> allowed) {
    return noClassesOutside(allowed)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.foreign..")
        .because("who holds a segment must know who closes it and that the file may shrink");
  }

  static ArchRule onlyRemoteConnectsToANetwork() {
    return noClassesOutside(List.of(".remote"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net..", "javax.net..", "java.rmi..", "javafx.scene.web..")
                .and(not(belongToAnyOf(NO_NETWORK))))
        .because(
            "the program connects to addresses that were opened and to nothing else; other"
                + " launches speak to it by a local socket");
  }

  static ArchRule foreignReadersExecuteNothing() {
    return noClasses()
        .that()
        .resideInAPackage(Packages.ROOT + ".foreign..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.lang.reflect..",
                    "java.net..",
                    "java.rmi..",
                    "javax.naming..",
                    "javax.script..")
                .or(
                    belongToAnyOf(
                        ClassLoader.class,
                        ObjectInputStream.class,
                        Process.class,
                        ProcessBuilder.class,
                        Runtime.class)))
        .orShould()
        .accessTargetWhere(target(name("forName")).and(targetOwner(name("java.lang.Class"))))
        .because(
            "files of other formats are untrusted and name classes, functions and other files");
  }

  /// @param allowed the packages that may use Jackson
  static ArchRule jacksonOnlyIn(List<String> allowed) {
    return noClassesOutside(allowed)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml.jackson..")
        .because("JSON and Smile are a matter of the edges, not of the values between them");
  }

  static ArchRule tasksAndRunLaterOnlyInJobs() {
    return noClassesOutside(List.of(".desktop.job"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("javafx.concurrent..")
        .orShould()
        .accessTargetWhere(
            target(name("runLater")).and(targetOwner(name("javafx.application.Platform"))))
        .because("one place knows how work leaves the JavaFX thread and comes back to it");
  }

  /// @param accessing simple names of classes of the window
  static ArchRule filesAreAccessedOnlyBy(List<String> accessing) {
    return noClasses()
        .that()
        .resideInAPackage(Packages.ROOT + ".desktop..")
        .and()
        .resideOutsideOfPackages(
            Stream.of(STORAGE).map(Packages.ROOT::concat).toArray(String[]::new))
        .and()
        .haveNameNotMatching(".*\\.(" + String.join("|", accessing) + ")(\\$.*)?")
        .should()
        .accessTargetWhere(
            targetOwner(name("java.nio.file.Files"))
                .or(targetOwner(name("java.io.File")).and(target(nameMatching(FILE_ACCESS))))
                .or(target(name("toRealPath"))))
        .because(
            "a drive that does not answer must not stop the FX thread; a class that accesses files"
                + " in a job is added to the list");
  }

  static ArchRule noInternalsAndNoSwing() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun..", "sun..", "javax.swing..")
        .because("internal classes change without notice, and there is one toolkit");
  }

  /// @param allowed the packages that may use pictures of AWT
  static ArchRule awtImagesOnlyIn(List<String> allowed) {
    return noClassesOutside(allowed)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.awt.image..", "javax.imageio..")
        .because("AWT reads and writes pictures and does nothing else");
  }

  static ArchRule noCycles() {
    return slices()
        .matching(Packages.ROOT + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("packages that need each other are one package");
  }

  static ArchRule panesAreIndependent() {
    return classes()
        .that()
        .resideInAPackage(Packages.ROOT + ".desktop..")
        .should(Packages.useOnly("their own pane and shared packages", Packages::mayUseInWindow))
        .because("what panes share they receive from selection, and the shell puts them together");
  }

  private static GivenClassesConjunction noClassesOutside(List<String> packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            packages.stream().map(Packages.ROOT::concat).toArray(String[]::new));
  }

  private static boolean isViewModel(JavaClass type) {
    return resideInAnyPackage(MODELS).test(type)
        && !type.isAssignableTo(DocumentPane.class)
        && !type.getName().matches(".*Flow([$].*)?")
        && !isPartOfView(type)
        && (type.getSimpleName().endsWith("ViewModel")
            || type.getFields().stream()
                .map(JavaField::getRawType)
                .anyMatch(
                    resideInAnyPackage("javafx.beans..", "javafx.collections..")
                        .or(name(Packages.ROOT + ".desktop.job.JobSlot"))));
  }

  private static boolean isPartOfView(JavaClass type) {
    return type.getAllRawSuperclasses().stream().anyMatch(resideInAnyPackage(VIEWS))
        || type.getEnclosingClass().filter(ArchitectureRules::isPartOfView).isPresent();
  }
}
