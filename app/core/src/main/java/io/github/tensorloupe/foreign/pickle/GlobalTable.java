package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// The classes and functions that a pickle names, and the arguments of calls.
final class GlobalTable {

  private static final int MAX_GLOBALS = 10_000;
  private static final int MAX_INSTRUCTIONS = 1_000_000;
  private static final int MAX_ARGUMENTS = 4;
  private static final int MAX_ARGUMENT_CHARACTERS = 80;

  private final SequencedMap<String, PickleGlobal> byName = new LinkedHashMap<>();
  private final Map<String, PickleGlobal> sorted = new TreeMap<>();

  /// The arguments of the first call of each class or function that is not allowed.
  private final Map<String, Container> calls = new TreeMap<>();

  private final GlobalUses uses = new GlobalUses();

  private int instructionCount;

  PickleGlobal of(String module, String name, int offset) throws MalformedPickleException {
    String renamed = GlobalRisks.renamed(module);
    String newName = GlobalRisks.renamed(module, name);
    return add(new PickleGlobal(renamed, newName, GlobalRisks.of(renamed, newName), offset));
  }

  PickleGlobal ofExtension(long code, int offset) throws MalformedPickleException {
    return add(new PickleGlobal("", "extension " + code, Risk.UNKNOWN, offset));
  }

  private PickleGlobal add(PickleGlobal global) throws MalformedPickleException {
    if (++instructionCount > MAX_INSTRUCTIONS) {
      throw InstructionReader.limit(
          "it names classes and functions more than {0} times", MAX_INSTRUCTIONS);
    }
    PickleGlobal first = sorted.putIfAbsent(key(global), global);
    PickleGlobal known = first == null ? global : first;
    if (known.risk() != Risk.ALLOWED) {
      uses.add(global.offset(), known);
    }
    if (first == null) {
      byName.put(key(global), global);
      if (byName.size() > MAX_GLOBALS) {
        throw InstructionReader.limit("it names more than {0} classes and functions", MAX_GLOBALS);
      }
    }
    return known;
  }

  private static String key(PickleGlobal global) {
    return global.module() + '\n' + global.name();
  }

  void addCall(PickleGlobal function, Container arguments) {
    if (function.risk() != Risk.ALLOWED) {
      calls.putIfAbsent(key(function), arguments);
    }
  }

  /// Returns the classes and functions in the order of their first instructions.
  List<PickleGlobal> all() {
    return List.copyOf(byName.values());
  }

  GlobalUses uses() {
    return uses;
  }

  List<Finding> findings(PickleBytes bytes) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (Risk risk : List.of(Risk.DANGEROUS, Risk.UNKNOWN, Risk.INERT)) {
      FindingCode code =
          switch (risk) {
            case DANGEROUS -> FindingCode.PICKLE_DANGEROUS_GLOBAL;
            case UNKNOWN -> FindingCode.PICKLE_UNKNOWN_GLOBAL;
            case INERT, ALLOWED -> FindingCode.PICKLE_INERT_GLOBAL;
          };
      CappedFindings capped = new CappedFindings(code);
      for (PickleGlobal global : byName.values()) {
        if (global.risk() == risk) {
          Sentence sentence = sentence(global);
          capped.add(
              new Finding(code, sentence, Optional.empty(), bytes.range(global.offset(), 1)));
        }
      }
      findings.addAll(capped.findings());
    }
    return findings;
  }

  private Sentence sentence(PickleGlobal global) throws IOException {
    Container call = calls.get(key(global));
    String name = shown(global.qualifiedName());
    String arguments = call == null ? "" : shown(call);
    return switch (global.risk()) {
      case DANGEROUS ->
          call == null
              ? Sentence.of(
                  "Do not load this file: it names \"{0}\", which can execute anything (offset {1}"
                      + " of the pickle).",
                  name, global.offset())
              : Sentence.of(
                  "Do not load this file: it calls \"{0}\", which can execute anything (offset {1}"
                      + " of the pickle), with the arguments ({2}).",
                  name, global.offset(), arguments);
      case UNKNOWN ->
          call == null || call.size() == 0
              ? Sentence.of(
                  "It is unknown whether \"{0}\" is harmless (offset {1} of the pickle).",
                  name, global.offset())
              : Sentence.of(
                  "It is unknown whether \"{0}\" is harmless (offset {1} of the pickle), called"
                      + " with the arguments ({2}).",
                  name, global.offset(), arguments);
      case INERT, ALLOWED ->
          Sentence.of(
              "The file contains an object of the harmless type \"{0}\" (offset {1} of the"
                  + " pickle).",
              name, global.offset());
    };
  }

  /// Returns the name, and its escaped form if it contains invisible characters.
  private static String shown(String name) {
    String escaped = DisplayText.of(name);
    boolean isInvisible =
        name.length() <= DisplayText.NAME_LIMIT
            && name.codePoints()
                .filter(DisplayText::mustEscape)
                .allMatch(each -> each >= 0x200b && each <= 0x200d || each == 0xfeff);
    return escaped.equals(name) || !isInvisible ? escaped : name + " = " + escaped;
  }

  private static String shown(Container arguments) throws IOException {
    StringJoiner shown = new StringJoiner(", ");
    for (int i = 0; i < Math.min(MAX_ARGUMENTS, arguments.size()); i++) {
      shown.add(
          switch (arguments.get(i)) {
            case PickleText text when text.length() <= InstructionReader.MAX_LINE_BYTES ->
                '"' + DisplayText.of(text.text(), MAX_ARGUMENT_CHARACTERS) + '"';
            case Int(long value) -> Long.toString(value);
            case PickleGlobal global -> DisplayText.of(global.qualifiedName());
            default -> "…";
          });
    }
    return arguments.size() > MAX_ARGUMENTS ? shown + ", …" : shown.toString();
  }
}
