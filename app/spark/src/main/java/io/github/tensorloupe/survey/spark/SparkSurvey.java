package io.github.tensorloupe.survey.spark;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.survey.FileSurvey;
import io.github.tensorloupe.survey.Part;
import io.github.tensorloupe.survey.SurveyLine;
import io.github.tensorloupe.survey.SurveyRecord;
import io.github.tensorloupe.survey.SurveyWalk;
import io.github.tensorloupe.survey.SurveyedFile;
import io.github.tensorloupe.survey.ValueDepth;
import io.github.tensorloupe.work.Cancellation;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// A survey as a Spark job: the driver lists the files, the executors read them, and each record is
/// a row of the result. Driver and executors must see the files under the same paths.
public final class SparkSurvey {

  /// A file to send to an executor. Paths and optionals are not serializable.
  ///
  /// @param set null if the file belongs to no set
  private record Listed(URI address, String text, String set) implements Serializable {

    static Listed of(SurveyedFile file) {
      return new Listed(file.path().toUri(), file.text(), file.set().orElse(null));
    }

    SurveyedFile file() {
      return SurveyedFile.of(Path.of(address), text, Optional.ofNullable(set));
    }
  }

  private SparkSurvey() {}

  /// Writes a survey as Parquet.
  ///
  /// @param arguments the output folder, the depth of the value scan, the number of partitions, and
  ///   the folders to survey
  public static void main(String[] arguments) throws IOException {
    ValueDepth depth = ValueDepth.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    List<String> paths = Arrays.asList(arguments).subList(3, arguments.length);
    try (SparkSession spark = SparkSession.builder().appName("survey").getOrCreate()) {
      survey(spark, paths, depth, Integer.parseInt(arguments[2])).write().parquet(arguments[0]);
    }
  }

  /// Returns the rows of a survey. Lists the files immediately, and reads them when the rows are
  /// requested.
  static Dataset<Row> survey(
      SparkSession spark, List<String> paths, ValueDepth depth, int partitions) {
    List<Listed> files = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    SurveyWalk walk =
        new SurveyWalk(
            Part.WHOLE,
            file -> files.add(Listed.of(file)),
            (text, why) ->
                why.stream()
                    .map(each -> line(FileSurvey.error(text, Optional.empty(), each)))
                    .forEach(failures::add),
            Cancellation.NEVER);
    paths.forEach(path -> walk.walk(Path.of(path), path));
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    JavaRDD<String> lines =
        context
            .parallelize(files, partitions)
            .mapPartitions(part -> lines(part, depth))
            .union(context.parallelize(failures, 1));
    return spark.read().schema(schema()).json(spark.createDataset(lines.rdd(), Encoders.STRING()));
  }

  /// Reads the files of a partition sequentially, as their lines are requested.
  private static Iterator<String> lines(Iterator<Listed> part, ValueDepth depth) {
    FileSurvey survey = new FileSurvey(depth, new ChunkedScan(1));
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(part, 0), false)
        .flatMap(listed -> survey.records(listed.file()).stream())
        .map(SparkSurvey::line)
        .iterator();
  }

  private static String line(SurveyRecord record) {
    return new String(SurveyLine.of(record), StandardCharsets.US_ASCII);
  }

  /// Returns the columns of a survey, all of which are nullable.
  static StructType schema() {
    SequencedMap<String, DataType> columns = new LinkedHashMap<>();
    columns.put("record", DataTypes.StringType);
    for (Class<?> line : SurveyRecord.class.getPermittedSubclasses()) {
      addColumns(line, columns);
    }
    StructType schema = new StructType();
    for (Map.Entry<String, DataType> column : columns.entrySet()) {
      schema = schema.add(column.getKey(), column.getValue());
    }
    return schema;
  }

  private static void addColumns(Class<?> record, Map<String, DataType> columns) {
    for (RecordComponent component : record.getRecordComponents()) {
      if (component.getType().isRecord()) {
        addColumns(component.getType(), columns);
      } else {
        columns.put(component.getName(), type(component.getGenericType()));
      }
    }
  }

  private static DataType type(Type type) {
    return switch (type) {
      case ParameterizedType list ->
          DataTypes.createArrayType(type(list.getActualTypeArguments()[0]));
      case Type number when number == Long.class -> DataTypes.LongType;
      case Type number when number == Double.class -> DataTypes.DoubleType;
      case Type flag when flag == Boolean.class -> DataTypes.BooleanType;
      default -> DataTypes.StringType;
    };
  }
}
