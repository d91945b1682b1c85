package io.github.tensorloupe.foreign.hdf5;

import module com.fasterxml.jackson.core;
import module java.base;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;

/// The configuration of a Keras model, an attribute of the root group in JSON.
///
/// A layer of the class `Lambda` may contain a compiled Python function, which Keras runs when it
/// loads or uses the model. Current versions of Keras refuse such a model unless asked to load it.
final class KerasConfig {

  static final String ATTRIBUTE = "model_config";

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

  private KerasConfig() {}

  /// Returns the names of the layers that contain code, in file order. Empty if the text is not
  /// JSON.
  ///
  /// @throws Hdf5Storage.LimitException if the configuration exceeds a limit
  static SequencedSet<String> layersWithCode(String json) {
    SequencedSet<String> layers = new LinkedHashSet<>();
    String layer = "";
    try (JsonParser parser = FACTORY.createParser(json)) {
      while (parser.nextToken() != null) {
        String member = Objects.requireNonNullElse(parser.currentName(), "");
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
          String value = parser.getText();
          if (member.equals("name")) {
            layer = value;
          }
          if (member.equals("class_name") && value.equals(CLASS_OF_CODE)
              || TYPES.contains(member) && value.equals("lambda")) {
            layers.add(layer);
          }
        } else if (parser.currentToken() == JsonToken.START_ARRAY && member.equals("function")) {
          layers.add(layer);
        }
      }
      return layers;
    } catch (StreamConstraintsException e) {
      throw new Hdf5Storage.LimitException("the configuration of the model is too complex");
    } catch (IOException e) {
      // Keras cannot read the configuration either.
      return Collections.emptySortedSet();
    }
  }
}
