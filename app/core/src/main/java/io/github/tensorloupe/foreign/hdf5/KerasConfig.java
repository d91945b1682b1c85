package io.github.tensorloupe.foreign.hdf5;

import module com.fasterxml.jackson.core;
import module java.base;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.github.tensorloupe.foreign.pickle.PickleGlobal;

/// The code in a configuration of a Keras model, an attribute of the root group in JSON.
///
/// A layer of the class `Lambda` may contain a compiled Python function, which Keras runs when it
/// loads or uses the model. Current versions of Keras refuse such a model unless asked to load it.
/// Versions 3.0 to 3.8 also import any module that the configuration names, and call its functions.
///
/// @param layers the names of the layers that contain code, in file order; empty for code outside
///   of layers, such as a loss
/// @param modules the dangerous Python modules, in file order
/// @param unknownModules the other Python modules that do not belong to Keras, in file order
record KerasConfig(
    SequencedSet<String> layers,
    SequencedSet<String> modules,
    SequencedSet<String> unknownModules) {

  static final List<String> ATTRIBUTES = List.of("model_config", "training_config");

  private static final String CLASS_OF_CODE = "__lambda__";

  /// Values with which older versions of Keras say that another member is code.
  private static final Set<String> TYPES =
      Set.of("function_type", "output_shape_type", "mask_type");

  /// `json` of Python accepts NaN and infinities too.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /// The modules of Keras. In configurations, its functions belong to `builtins`.
  private static final Pattern OWN_MODULES =
      Pattern.compile(
          "builtins|((tensorflow\\.(python\\.)?|tf_)?keras|keras_(hub|cv|nlp))(\\..*)?");

  /// Returns a result without code if the text is not JSON.
  ///
  /// @throws Hdf5Storage.LimitException if the configuration exceeds a limit
  static KerasConfig read(String json) {
    SequencedSet<String> layers = new LinkedHashSet<>();
    SequencedSet<String> modules = new LinkedHashSet<>();
    SequencedSet<String> unknownModules = new LinkedHashSet<>();
    // The names of the objects around the current position, the innermost first.
    Deque<String> names = new ArrayDeque<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      while (parser.nextToken() != null) {
        String member = Objects.requireNonNullElse(parser.currentName(), "");
        switch (parser.currentToken()) {
          case START_OBJECT -> names.push("");
          case END_OBJECT -> names.pop();
          case START_ARRAY -> {
            if (member.equals("function")) {
              layers.add(nearest(names));
            }
          }
          case VALUE_STRING -> {
            String value = parser.getText();
            if (member.equals("name") && !names.isEmpty()) {
              names.pop();
              names.push(value);
            }
            if (member.equals("class_name") && value.equals(CLASS_OF_CODE)
                || TYPES.contains(member) && value.equals("lambda")) {
              layers.add(nearest(names));
            }
            if (member.equals("module") && !OWN_MODULES.matcher(value).matches()) {
              (PickleGlobal.isDangerousModule(value) ? modules : unknownModules).add(value);
            }
          }
          default -> {
            // No other value is code.
          }
        }
      }
      return new KerasConfig(layers, modules, unknownModules);
    } catch (StreamConstraintsException e) {
      throw new Hdf5Storage.LimitException("the configuration of the model is too complex");
    } catch (IOException e) {
      // Keras cannot read the configuration either.
      SequencedSet<String> none = Collections.emptySortedSet();
      return new KerasConfig(none, none, none);
    }
  }

  private static String nearest(Deque<String> names) {
    return names.stream().filter(name -> !name.isEmpty()).findFirst().orElse("");
  }
}
