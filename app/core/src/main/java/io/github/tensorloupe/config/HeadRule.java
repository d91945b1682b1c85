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
    boolean isTied = !model.family().embedding().isEmpty() && rule.compareTying();
    if (!model.family().embedding().isEmpty()) {
      rule.requireEmbedding(isTied);
    }
    rule.compareVocabulary();
    if (model.modelClass().hasClassifier()) {
      new LabelRule(model, results).apply();
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
    boolean isTiedByOuter = outer.orElse(model.family().isTied()) || isTied;
    if (!model.modelClass().hasVocabularyHead() || model.names().style.head().isEmpty()) {
      return isTiedByOuter;
    }
    Section keyed = nested.isEmpty() && outer.isPresent() ? root : text;
    Optional<String> key =
        nested.or(() -> outer).isPresent() ? Optional.of(keyed.qualified(TIE)) : Optional.empty();
    Sentence setting = setting(keyed, key, isTiedByOuter);
    FindingCode finding = null;
    // Without the text model, the head is not the cause.
    boolean isPromised = model.family().textKey().isEmpty() || model.hasStack("");
    if (head.isEmpty() && !isTied && model.knowsNames() && isPromised) {
      finding = FindingCode.CONFIG_HEAD_MISSING;
      reportMissingHead(setting, isTiedByOuter);
    } else if (head.isPresent() && embedding.isPresent() && isTied) {
      finding = compareStored(setting);
    }
    Optional<Boolean> agrees =
        finding == FindingCode.CONFIG_HEAD_STORED
            ? Optional.empty()
            : finding == null && !model.knowsNames() && head.isEmpty()
                ? Optional.empty()
                : Optional.of(finding == null);
    String stored =
        head.isEmpty()
            ? "absent"
            : finding == FindingCode.CONFIG_HEAD_DIFFERS ? "differs" : "stored";
    results.comparisons.add(
        new ConfigComparison(
            Subject.HEAD,
            root.file(),
            key,
            Optional.of(new Fact.Head(isTiedByOuter ? "tied" : "own")),
            Optional.of(new Fact.Head(stored)),
            agrees,
            Optional.ofNullable(finding),
            Collector.tensors(head.or(() -> embedding).stream().toList())));
    return isTiedByOuter;
  }

  private Sentence setting(Section section, Optional<String> key, boolean isTied) {
    String file = section.file();
    String type = DisplayText.of(model.type());
    if (key.isPresent()) {
      return isTied
          ? Sentence.of("{0} ties head and embedding ({1}: true)", file, key.get())
          : Sentence.of("{0} does not tie head and embedding ({1}: false)", file, key.get());
    }
    return isTied
        ? Sentence.of(
            "{0} has no {1}, so that head and embedding are tied, the default of {2}",
            file, TIE, type)
        : Sentence.of(
            "{0} has no {1}, so that head and embedding are not tied, the default of {2}",
            file, TIE, type);
  }

  private void reportMissingHead(Sentence setting, boolean isTiedByOuter) {
    String name = model.nameInFile(model.names().style.head() + ".weight");
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
    if (isTiedByMetadata(name)) {
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

  private boolean isTiedByMetadata(String name) {
    return model.names().tensors.values().stream()
        .flatMap(each -> each.tensor().stream())
        .map(TensorRef::file)
        .distinct()
        .flatMap(file -> file.header().metadata().stream())
        .map(Metadata::entries)
        .anyMatch(entries -> entries.containsKey(name));
  }

  private FindingCode compareStored(Sentence setting) {
    Optional<TensorRef> headTensor = head.get().tensor();
    Optional<TensorRef> embeddingTensor = embedding.get().tensor();
    if (headTensor.isEmpty() || embeddingTensor.isEmpty()) {
      return null;
    }
    if (isOff(head.get()) || isOff(embedding.get())) {
      // The size of the vocabulary is the cause.
      return null;
    }
    TensorRef stored = headTensor.get();
    TensorRef tied = embeddingTensor.get();
    boolean isSimilar =
        stored.info().dtype() == tied.info().dtype()
            && stored.info().shape().equals(tied.info().shape());
    if (!isSimilar) {
      results.findings.add(HeadComparison.differing(stored, tied, setting));
      return FindingCode.CONFIG_HEAD_DIFFERS;
    }
    results.tiedHead = Optional.of(new HeadComparison(stored, tied, setting));
    results.add(
        FindingCode.CONFIG_HEAD_STORED,
        stored.info().name(),
        Sentence.of(
            "{0}, and {1} is stored. If its values differ from {2}, loaders disagree about which"
                + " one to use; \"check --values\" compares them.",
            setting, DisplayText.of(stored.info().name()), DisplayText.of(tied.info().name())));
    return FindingCode.CONFIG_HEAD_STORED;
  }

  private boolean isOff(Stored tensor) {
    Optional<Setting> vocabulary = model.text().number(List.of(model.family().vocabulary()));
    OptionalLong rows = tensor.dimension(0, 2);
    return vocabulary.isPresent()
        && rows.isPresent()
        && rows.getAsLong() != vocabulary.get().value();
  }

  private void requireEmbedding(boolean isTied) {
    String module = model.family().embedding().getFirst();
    // Without the text model or the decoder, the embedding is not the cause.
    boolean isPromised =
        module.startsWith("decoder.")
            ? model.hasStack("decoder.")
            : model.family().textKey().isEmpty() || model.hasStack("");
    if (embedding.isPresent() || !model.knowsNames() || !isPromised) {
      return;
    }
    String name = model.nameInFile(model.names().style.body() + module + ".weight");
    if (isTied && head.isPresent()) {
      results.add(
          FindingCode.CONFIG_EMBEDDING_MISSING,
          Severity.WARNING,
          Optional.of(name),
          Sentence.of(
              "The embedding {0} is not stored, only the head {1}. transformers 5 ties the two;"
                  + " transformers 4 leaves both without the stored values.",
              name, DisplayText.of(head.get().nameInFile())));
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
    Optional<Setting> promised = model.text().number(List.of(model.family().vocabulary()));
    if (promised.isEmpty()) {
      return;
    }
    boolean isOfHead =
        model.modelClass().hasVocabularyHead() || model.modelClass().isConnectionist();
    List<Stored> tables = new ArrayList<>();
    embedding.ifPresent(tables::add);
    head.filter(_ -> isOfHead).ifPresent(tables::add);
    if (tables.isEmpty()) {
      return;
    }
    FindingCode finding = null;
    OptionalLong shown = OptionalLong.empty();
    for (Stored each : tables) {
      OptionalLong rows = each.dimension(0, 2);
      if (rows.isPresent() && rows.getAsLong() != promised.get().value()) {
        finding = FindingCode.CONFIG_VOCABULARY;
        results.add(
            finding,
            each.nameInFile(),
            Sentence.of(
                "{0} says a vocabulary of {1} ({2}); {3} has {4} {4#row|rows}. transformers stops.",
                promised.get().file(),
                promised.get().value(),
                promised.get().name(),
                DisplayText.of(each.nameInFile()),
                rows.getAsLong()));
        shown = rows;
      } else if (shown.isEmpty()) {
        shown = rows;
      }
    }
    results.compare(Subject.VOCABULARY, promised.get(), shown, finding, tables);
  }
}
