package io.github.tensorloupe.foreign.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KerasConfigTest {

  /// Escapes, members in another order and NaN are JSON for Python as well.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'class_name':'Lambda','config':{'name':'calls','function':['4wEA',null,null],"
            + "'function_type':'lambda','output_shape':null}}",
        "{'class_name':'Lambda','config':{'name':'calls','function':{'class_name':'__lambda__',"
            + "'config':{'code':'4wEA','defaults':null,'closure':null}}}}",
        "{'class_name':'Lambda','config':{'name':'calls','function':'f','function_type':'function',"
            + "'output_shape':['4wEA',null,null],'output_shape_type':'lambda'}}",
        "{'name':'calls','function':{'class_name':'\\u005f_lambda__'},'rate':NaN}",
        "{'config':{'name':'calls','dtype':{'config':{'name':'float32'}},'function':"
            + "{'class_name':'__lambda__'}}}",
        "{'class_name':'TimeDistributed','config':{'layer':{'class_name':'Lambda','config':"
            + "{'name':'calls','function':['4wEA']}}}}",
      })
  void layerWithAFunctionContainsCode(String layer) {
    String json = "{'class_name':'Sequential','config':{'name':'m','layers':[" + layer + "]}}";

    assertThat(KerasConfig.read(json.replace('\'', '"')).layers()).containsExactly("calls");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'class_name':'Dense','config':{'name':'lambda','activation':'relu'}}",
        "{'class_name':'Lambda','config':{'name':'a','function':'f','function_type':'function',"
            + "'output_shape_type':'raw'}}",
        "{'module':'keras.layers','class_name':'Activation','config':{'activation':{'module':"
            + "'builtins','class_name':'function','config':'my_relu'}}}",
        "{'module':'tensorflow.keras.layers','class_name':'Dense','config':{}}",
        "{'name':'a','function':['4wEA'",
        "no JSON"
      })
  void otherLayersContainNone(String json) {
    KerasConfig config = KerasConfig.read(json.replace('\'', '"'));
    assertThat(config.layers()).isEmpty();
    assertThat(config.modules()).isEmpty();
    assertThat(config.unknownModules()).isEmpty();
  }

  @Test
  void dangerousModulesAreNamed() {
    String layer =
        "{'module':'keras.layers','class_name':'Lambda','config':{'name':'f','function':{'module':'%s',"
            + "'class_name':'function','config':'system','registered_name':'function'}}}";
    String json =
        Stream.of("os", "subprocess", "torch.hub")
            .map(layer::formatted)
            .collect(Collectors.joining(",", "{'config':{'layers':[", "]}}"));

    KerasConfig config = KerasConfig.read(json.replace('\'', '"'));

    assertThat(config.modules()).containsExactly("os", "subprocess", "torch.hub");
    assertThat(config.layers()).isEmpty();
  }

  @Test
  void otherModulesAreUnknown() {
    KerasConfig config =
        KerasConfig.read(
            "{\"layer\":{\"module\":\"acme.layers\"},\"loss\":{\"module\":\"kerasx\"}}");

    assertThat(config.unknownModules()).containsExactly("acme.layers", "kerasx");
    assertThat(config.modules()).isEmpty();
  }

  @Test
  void codeOutsideOfLayersHasNoName() {
    KerasConfig config =
        KerasConfig.read(
            "{\"loss\":{\"class_name\":\"__lambda__\",\"config\":{\"code\":\"4wEA\"}}}");

    assertThat(config.layers()).containsExactly("");
  }

  @Test
  void nestingBeyondTheLimitIsNoAnswer() {
    assertThatThrownBy(() -> KerasConfig.read("[".repeat(5000)))
        .isInstanceOf(Hdf5Storage.LimitException.class)
        .hasMessage("the configuration of the model is too complex");
  }
}
