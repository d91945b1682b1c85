package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// Compares the embedding and the heads: whether they exist, whether they are tied, and the sizes
/// of vocabulary and labels.
final class HeadRule {

  private static final String TIE = "tie_word_embeddings";

  private final Model model;
  private final Collector results;
  private final Optional<Stored> embedding;
  private final Optional<Stored> head;

  private HeadRule(Model model, Collector results) {
    this.model = model;
    this.results = results;
    embedding = model.embedding();
    head = model.head();
  }

  static void apply(Model model, Collector results) {
    HeadRule rule = new HeadRule(model, results);
    if (!model.family().words("embedding").isEmpty()) {
      rule.requireEmbedding(rule.compareTying());
    }
    rule.compareVocabulary();
    rule.compareClass();
  }

  /// Compares the modules that a class adds to the base model.
  private void compareClass() {
    ModelClass modelClass = model.modelClass();
    if (modelClass.hasClassifier() && !model.family().words("classifier").isEmpty()) {
      compareLabels();
    } else if (modelClass.isForQuestions()) {
      requireModule(model.family().text("question"));
    } else if (modelClass.isConnectionist()) {
      requireModule(model.names().style().head());
    } else if (modelClass.hasVocabularyHead() && !results.has(FindingCode.CONFIG_HEAD_MISSING)) {
      requireModule(model.family().text("headModule"));
    }
  }

  private void requireModule(String module) {
    if (!module.isEmpty()
        && model.knowsNames()
        && model.names().find(module + ".weight").isEmpty()) {
      String name = model.nameInFile(module + ".weight");
      results.add(
          FindingCode.CONFIG_HEAD_MISSING,
          name,
          Sentence.of(
              "{0} names the class {1}, but {2} is not stored. transformers fills the head with"
                  + " random values.",
              model.root().file(), DisplayText.of(model.modelClass().name()), name));
    }
  }

  /// Compares the stored head with the configuration.
  ///
  /// @return true if any loader ties head and embedding
  private boolean compareTying() {
    Section root = model.root();
    Section text = model.text();
    Optional<Boolean> outer = root.flag(TIE);
    Optional<Boolean> nested = text.flag(TIE);
    boolean isDefault = text == root ? model.family().isTiedBy4() : model.textFamily().isTiedBy4();
    boolean isTied = nested.orElse(isDefault);
    boolean isTiedByOuter = outer.orElse(model.family().isTrue("tied")) || isTied;
    if (!model.modelClass().hasVocabularyHead() || model.names().style().head().isEmpty()) {
      return isTiedByOuter;
    }
    Section keyed = nested.isEmpty() && outer.isPresent() ? root : text;
    Optional<String> key = nested.or(() -> outer).map(_ -> keyed.qualified(TIE));
    Sentence setting = setting(root.file(), key, isTiedByOuter);
    FindingCode finding = null;
    if (head.isEmpty() && !isTied && model.knowsNames() && hasTextModel()) {
      finding = FindingCode.CONFIG_HEAD_MISSING;
      reportMissingHead(setting, isTiedByOuter);
    } else if (head.isPresent() && embedding.isPresent() && isTied) {
      finding = compareStored(setting);
    }
    boolean isUnknown =
        finding == FindingCode.CONFIG_HEAD_STORED
            || finding == null && !model.knowsNames() && head.isEmpty();
    boolean differs = finding == FindingCode.CONFIG_HEAD_DIFFERS;
    results.comparisons.add(
        new ConfigComparison(
            Subject.HEAD,
            root.file(),
            key,
            Optional.of(new Fact.Head(isTiedByOuter ? "tied" : "own")),
            Optional.of(
                new Fact.Head(head.map(_ -> differs ? "differs" : "stored").orElse("absent"))),
            isUnknown ? Optional.empty() : Optional.of(finding == null),
            Optional.ofNullable(finding),
            Collector.tensors(head.or(() -> embedding).stream().toList())));
    return isTiedByOuter;
  }

  /// Returns false if the text model is missing, which is the cause of other missing tensors.
  private boolean hasTextModel() {
    return model.family().text("text").isEmpty() || model.hasStack("");
  }

  private Sentence setting(String file, Optional<String> key, boolean isTied) {
    if (key.isPresent()) {
      return isTied
          ? Sentence.of("{0} ties head and embedding ({1}: true)", file, key.get())
          : Sentence.of("{0} does not tie head and embedding ({1}: false)", file, key.get());
    }
    String type = DisplayText.of(model.type());
    return isTied
        ? Sentence.of(
            "{0} has no {1}, so that head and embedding are tied, the default of {2}",
            file, TIE, type)
        : Sentence.of(
            "{0} has no {1}, so that head and embedding are not tied, the default of {2}",
            file, TIE, type);
  }

  private void reportMissingHead(Sentence setting, boolean isTiedByOuter) {
    String name = model.nameInFile(model.names().style().head() + ".weight");
    Sentence sentence =
        isTiedByOuter
            ? Sentence.of(
                "{0}, but not in {1}, and {2} is not stored. transformers 4 fills the head with"
                    + " random values; transformers 5 ties it.",
                setting, model.text().path().isEmpty() ? TIE : model.text().path(), name)
            : Sentence.of(
                "{0}, and {1} is not stored. transformers fills the head with random values and"
                    + " only logs it.",
                setting, name);
    boolean isTiedByMetadata =
        model.names().files().stream()
            .flatMap(file -> file.header().metadata().stream())
            .map(Metadata::entries)
            .anyMatch(entries -> entries.containsKey(name));
    if (isTiedByMetadata) {
      sentence =
          sentence.then(
              Sentence.of(
                  "The metadata show that the program that wrote the file tied {0} to another"
                      + " tensor.",
                  name));
    }
    Severity severity = isTiedByOuter ? Severity.WARNING : Severity.ERROR;
    results.add(FindingCode.CONFIG_HEAD_MISSING, severity, Optional.of(name), sentence);
  }

  private FindingCode compareStored(Sentence setting) {
    TensorRef stored = head.get().tensor();
    TensorRef tied = embedding.get().tensor();
    // The size of the vocabulary may be the cause of a difference.
    if (stored == null || tied == null || isOff(head.get()) || isOff(embedding.get())) {
      return null;
    }
    if (!head.get().nameInFile().endsWith(".weight") || !stored.info().dtype().isWideFloat()) {
      // Codes of quantized weights are not comparable with values.
      return null;
    }
    boolean isSimilar =
        stored.info().dtype() == tied.info().dtype()
            && stored.info().shape().equals(tied.info().shape());
    HeadComparison comparison = new HeadComparison(stored, tied, setting);
    if (!isSimilar) {
      results.findings.add(comparison.finding(false));
      return FindingCode.CONFIG_HEAD_DIFFERS;
    }
    results.tiedHead = Optional.of(comparison);
    results.add(
        FindingCode.CONFIG_HEAD_STORED,
        stored.info().name(),
        Sentence.of(
            "{0}, and {1} is stored. If its values differ from {2}, loaders disagree about which"
                + " one to use; \"check --values\" compares them.",
            setting, head.get().shownName(), embedding.get().shownName()));
    return FindingCode.CONFIG_HEAD_STORED;
  }

  private boolean isOff(Stored tensor) {
    OptionalLong rows = tensor.dimension(0, 2);
    return rows.isPresent()
        && vocabulary().filter(each -> each.value() != rows.getAsLong()).isPresent();
  }

  /// Returns the size of the vocabulary, or empty if the decoder has another one.
  private Optional<Setting> vocabulary() {
    boolean isShared = model.root().flag("share_encoder_decoder_embeddings").orElse(true);
    return model.text().number(model.family().text("vocabulary")).filter(_ -> isShared);
  }

  private void requireEmbedding(boolean isTied) {
    String module = model.family().words("embedding").getFirst();
    String decoder = "decoder.";
    // Without the decoder, the embedding is not the cause.
    boolean isPromised = module.startsWith(decoder) ? model.hasStack(decoder) : hasTextModel();
    if (embedding.isPresent() || !model.knowsNames() || !isPromised) {
      return;
    }
    String name = model.nameInFile(model.names().style().body() + module + ".weight");
    if (isTied && head.isPresent()) {
      results.add(
          FindingCode.CONFIG_EMBEDDING_MISSING,
          Severity.WARNING,
          Optional.of(name),
          Sentence.of(
              "The embedding {0} is not stored, only the head {1}. transformers 5 ties the two;"
                  + " transformers 4 leaves both without the stored values.",
              name, head.get().shownName()));
    } else {
      results.add(
          FindingCode.CONFIG_EMBEDDING_MISSING,
          name,
          Sentence.of(
              "The embedding {0}, which {1} requires ({2}), is not stored. transformers fills it"
                  + " with random values.",
              name, model.root().file(), DisplayText.of(model.type())));
    }
  }

  private void compareVocabulary() {
    Optional<Setting> promised = vocabulary();
    boolean isOfHead =
        model.modelClass().hasVocabularyHead() || model.modelClass().isConnectionist();
    List<Stored> tables =
        Stream.concat(embedding.stream(), head.filter(_ -> isOfHead).stream()).toList();
    if (promised.isEmpty() || tables.isEmpty()) {
      return;
    }
    FindingCode finding = null;
    OptionalLong shown = OptionalLong.empty();
    for (Stored each : tables) {
      OptionalLong rows = each.dimension(0, 2);
      FindingCode ofTable = TensorSize.VOCABULARY.check(promised.get(), each, rows, 0, results);
      finding = ofTable == null ? finding : ofTable;
      shown = ofTable == null && shown.isPresent() ? shown : rows;
    }
    results.compare(Subject.VOCABULARY, promised.get(), shown, finding, tables);
  }

  /// Compares the head of a classifier with the class and the labels of the configuration.
  private void compareLabels() {
    Section root = model.root();
    List<String> modules = new ArrayList<>(model.family().words("classifier"));
    if (model.modelClass().isTokenClassifier()) {
      modules.addFirst(modules.getFirst().equals("score") ? "score" : "classifier");
    }
    String expected = modules.getFirst();
    modules.addAll(List.of("classifier", "classifier.out_proj", "score"));
    Optional<Stored> classifier =
        modules.stream()
            .flatMap(module -> model.names().find(module + ".weight").stream())
            .findFirst();
    if (classifier.isEmpty()) {
      requireModule(expected);
      return;
    }
    int labels = root.node().path("id2label").size();
    Setting promised =
        labels > 0
            ? new Setting(root.file(), Optional.of("id2label"), "id2label", labels)
            : root.number("num_labels").orElseGet(() -> Setting.ofDefault(root, "num_labels", 2));
    OptionalLong rows = classifier.get().dimension(0, 2);
    TensorSize.LABELS.compare(promised, classifier.get(), rows, 0, results);
  }
}
