package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.format.Dtype;

/// The casts of a conversion between two dtypes.
record CastSum(Dtype from, Dtype to, long tensorCount, long elementCount) {

  static List<CastSum> of(ConversionPlan plan) {
    SequencedMap<List<Dtype>, CastSum> sums = new LinkedHashMap<>();
    plan.tensors()
        .filter(PlannedTensor::isCast)
        .forEach(
            tensor -> {
              Dtype to = tensor.info().dtype();
              long elements = tensor.data().elementCount();
              sums.merge(
                  List.of(tensor.sourceDtype(), to),
                  new CastSum(tensor.sourceDtype(), to, 1, elements),
                  CastSum::plus);
            });
    return List.copyOf(sums.values());
  }

  private CastSum plus(CastSum other) {
    return new CastSum(
        from, to, tensorCount + other.tensorCount, elementCount + other.elementCount);
  }

  JsonObject json() {
    return new JsonObject()
        .with("from", from.name())
        .with("to", to.name())
        .with("tensors", tensorCount)
        .with("elements", elementCount);
  }
}
