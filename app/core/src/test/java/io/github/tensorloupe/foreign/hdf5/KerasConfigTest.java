package io.github.tensorloupe.foreign.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "{'class_name':'TimeDistributed','config':{'layer':{'class_name':'Lambda','config':"
            + "{'name':'calls','function':['4wEA']}}}}",
      })
  void layerWithAFunctionContainsCode(String layer) {
    String json = "{'class_name':'Sequential','config':{'name':'m','layers':[" + layer + "]}}";

    assertThat(KerasConfig.layersWithCode(json.replace('\'', '"'))).containsExactly("calls");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'class_name':'Dense','config':{'name':'lambda','activation':'relu'}}",
        "{'class_name':'Lambda','config':{'name':'a','function':'f','function_type':'function',"
            + "'output_shape_type':'raw'}}",
        "{'name':'a','function':['4wEA'",
        "no JSON"
      })
  void otherLayersContainNone(String json) {
    assertThat(KerasConfig.layersWithCode(json.replace('\'', '"'))).isEmpty();
  }

  @Test
  void nestingBeyondTheLimitIsNoAnswer() {
    assertThatThrownBy(() -> KerasConfig.layersWithCode("[".repeat(5000)))
        .isInstanceOf(Hdf5Storage.LimitException.class)
        .hasMessage("the configuration of the model is too complex");
  }
}
