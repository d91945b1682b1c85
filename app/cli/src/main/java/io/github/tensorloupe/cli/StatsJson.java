package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;
import java.util.List;

/// The objects of `stats --json`, one per tensor.
final class StatsJson implements StatsPrinter {

  private static final List<String> IN_EVERY_TENSOR =
      List.of("name", "dtype", "shape", "count", "nan", "posInf", "negInf", "zero", "subnormal");
  private static final List<String> OVER_FINITE_VALUES =
      List.of("min", "max", "mean", "std", "quantiles", "quantilesExact", "histogram");

  private static final List<String> OVER_ALL_VALUES = List.of("entropyBits", "entropyExact");

  private final JsonLines lines;

  StatsJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void begin(Location location, List<TensorInfo> tensors) {}

  @Override
  public void print(Location location, TensorInfo tensor, TensorStatistics statistics) {
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          json.writeStringField("path", location.text());
          json.writeStringField("name", tensor.name());
          json.writeStringField("dtype", tensor.dtype().name());
          members.shape(tensor.shape());
          json.writeNumberField("count", statistics.elementCount());
          json.writeNumberField("nan", statistics.nanCount());
          json.writeNumberField("posInf", statistics.positiveInfinityCount());
          json.writeNumberField("negInf", statistics.negativeInfinityCount());
          json.writeNumberField("zero", statistics.zeroCount());
          json.writeNumberField("subnormal", statistics.subnormalCount());
          if (statistics.finite().isPresent()) {
            write(statistics.finite().get(), json, members);
          } else {
            writeNulls(OVER_FINITE_VALUES, json);
          }
          writeEntropy(statistics, json);
        });
  }

  private static void writeEntropy(TensorStatistics statistics, JsonGenerator json)
      throws IOException {
    if (statistics.entropyBits().isPresent()) {
      json.writeNumberField("entropyBits", statistics.entropyBits().getAsDouble());
      json.writeBooleanField("entropyExact", statistics.entropy().isExact());
    } else {
      writeNulls(OVER_ALL_VALUES, json);
    }
  }

  private static void write(Finite finite, JsonGenerator json, JsonMembers members)
      throws IOException {
    members.number("min", finite.min());
    members.number("max", finite.max());
    members.number("mean", finite.mean());
    members.number("std", finite.standardDeviation());
    json.writeObjectFieldStart("quantiles");
    for (int i = 0; i < finite.quantiles().size(); i++) {
      members.number(TensorStatistics.PROBABILITIES.get(i).toString(), finite.quantiles().get(i));
    }
    json.writeEndObject();
    json.writeBooleanField("quantilesExact", finite.quantilesExact());
    write(finite.histogram(), json, members);
  }

  private static void write(Histogram histogram, JsonGenerator json, JsonMembers members)
      throws IOException {
    json.writeObjectFieldStart("histogram");
    json.writeArrayFieldStart("edges");
    for (Number edge : histogram.edges()) {
      members.number(edge);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("counts");
    for (Long count : histogram.counts()) {
      json.writeNumber(count);
    }
    json.writeEndArray();
    json.writeBooleanField("exact", histogram.exact());
    json.writeEndObject();
  }

  @Override
  public void printNothing(Report report) {
    lines.line(
        json -> {
          json.writeStringField("path", report.location().text());
          writeNulls(IN_EVERY_TENSOR, json);
          writeNulls(OVER_FINITE_VALUES, json);
          writeNulls(OVER_ALL_VALUES, json);
          json.writeStringField("verdict", report.verdict().word());
        });
  }

  private static void writeNulls(List<String> names, JsonGenerator json) throws IOException {
    for (String name : names) {
      json.writeNullField(name);
    }
  }
}
