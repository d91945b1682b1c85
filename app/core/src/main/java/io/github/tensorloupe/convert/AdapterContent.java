package io.github.tensorloupe.convert;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.adapter.LowRankFactors;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.DialectNames.Part;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;

/// The names and tensors of a new adapter in a dialect. Scales are part of the factors: kohya
/// writes an alpha equal to the rank.
///
/// @param sources the files from which the factors were computed
record AdapterContent(
    ConversionOptions options, Path out, List<ByteSource> sources, Dialect dialect) {

  /// A module of the new adapter.
  ///
  /// @param sourceName the name in the source
  /// @param shape the shape of the change
  /// @param dtype the dtype of the factors
  record NewModule(
      String name,
      String sourceName,
      String source,
      LowRankFactors factors,
      long[] shape,
      Dtype dtype) {

    NewModule(String name, String source, LowRankFactors factors, long[] shape, Dtype dtype) {
      this(name, name, source, factors, shape, dtype);
    }

    NewModule named(String newName) {
      return new NewModule(newName, sourceName, source, factors, shape, dtype);
    }
  }

  static int largestRank(List<NewModule> modules) {
    return modules.stream().mapToInt(module -> module.factors().rank()).max().orElse(1);
  }

  /// Returns the modules with their names in a dialect; fused modules may be split.
  List<NewModule> named(List<NewModule> modules) throws ConversionException {
    if (modules.stream().allMatch(module -> DialectNames.dialect(module.name()) == dialect)) {
      return modules;
    }
    List<NewModule> named = new ArrayList<>();
    Set<DialectNames.Component> components = EnumSet.noneOf(DialectNames.Component.class);
    Map<String, List<Part>> parts = new LinkedHashMap<>();
    for (NewModule module : modules) {
      List<Part> ofModule = DialectNames.parts(module.name());
      parts.put(module.name(), ofModule);
      ofModule.forEach(part -> components.add(part.component()));
    }
    boolean isSdxl =
        components.contains(DialectNames.Component.TEXT_ENCODER_2)
            || modules.stream().anyMatch(AdapterContent::isOfSdxl);
    if (dialect == Dialect.PEFT && components.size() > 1) {
      throw new ConversionException(
          Reason.LORA_AMBIGUOUS,
          Sentence.of(
              "The adapter changes several models of a pipeline; exclude all but one for PEFT."
                  + " Nothing was written."));
    }
    for (NewModule module : modules) {
      List<Part> ofModule = parts.get(module.name());
      for (Part part : ofModule) {
        String name = DialectNames.name(part, dialect, isSdxl).orElseThrow(() -> ambiguous(module));
        named.add(part.isFused() ? split(module, part, name) : module.named(name));
      }
      if (ofModule.isEmpty()) {
        throw ambiguous(module);
      }
    }
    return named;
  }

  private static ConversionException ambiguous(NewModule module) {
    return new ConversionException(
        Reason.LORA_AMBIGUOUS,
        Sentence.of(
            "The name {0} cannot be converted with certainty. Nothing was written.",
            DisplayText.of(module.name())));
  }

  /// Returns true if a cross attention has the width of the text encoders of Stable Diffusion XL.
  private static boolean isOfSdxl(NewModule module) {
    return module.name().matches(".*attn2[._]to_[kv]") && module.shape()[1] == 2048;
  }

  /// Returns one of the modules that are fused into another. The first three have as many outputs
  /// as the module has inputs, or a third of all outputs, and the fourth the other outputs.
  private static NewModule split(NewModule module, Part part, String name)
      throws ConversionException {
    LowRankFactors factors = module.factors();
    boolean hasMlp = part.path().startsWith("single_");
    int height = hasMlp ? factors.columns() : factors.rows() / 3;
    if (hasMlp ? factors.rows() / 3 < height : factors.rows() % 3 != 0) {
      throw new ConversionException(
          Reason.LORA_DOES_NOT_FIT,
          Sentence.of(
              "The module {0} with {1} outputs and {2} inputs cannot be split into the modules of"
                  + " diffusers. Nothing was written.",
              DisplayText.of(module.name()), factors.rows(), factors.columns()));
    }
    int begin = part.rowBegin() * height;
    int end = part.rowBegin() == 3 ? factors.rows() : begin + height;
    double[] up = Arrays.copyOfRange(factors.up(), begin * factors.rank(), end * factors.rank());
    long[] shape = module.shape().clone();
    shape[0] = end - begin;
    LowRankFactors slice =
        new LowRankFactors(end - begin, factors.columns(), factors.rank(), up, factors.down());
    return new NewModule(name, module.sourceName(), module.source(), slice, shape, module.dtype());
  }

  /// Returns the tensors of modules.
  List<PlannedTensor> tensors(List<NewModule> named) {
    return named.stream().flatMap(module -> tensors(module).stream()).toList();
  }

  private List<PlannedTensor> tensors(NewModule module) {
    LowRankFactors factors = module.factors();
    long[] down = module.shape().clone();
    down[0] = factors.rank();
    long[] up = new long[down.length];
    Arrays.fill(up, 1);
    up[0] = factors.rows();
    up[1] = factors.rank();
    boolean isKohya = dialect == Dialect.KOHYA;
    List<PlannedTensor> tensors = new ArrayList<>();
    String downName = module.name() + (isKohya ? ".lora_down.weight" : ".lora_A.weight");
    String upName = module.name() + (isKohya ? ".lora_up.weight" : ".lora_B.weight");
    tensors.add(tensor(module, downName, Shape.of(down), factors.down()));
    tensors.add(tensor(module, upName, Shape.of(up), factors.up()));
    if (isKohya) {
      tensors.add(tensor(module, module.name() + ".alpha", Shape.SCALAR, factors.rank()));
    }
    return tensors;
  }

  private PlannedTensor tensor(NewModule module, String name, Shape shape, double... values) {
    Dtype dtype = options.dtypeOf(name, module.dtype());
    ComputedFile.Elements elements =
        (first, count, target) -> {
          for (int i = 0; i < count; i++) {
            target.putDouble(values[(int) first + i]);
          }
        };
    TensorData data =
        ComputedFile.of(
                out, new TensorSpec(name, Dtype.F64, shape), values.length, elements, sources)
            .flatMap(file -> file.data(file.header().tensors().getFirst()))
            .orElseThrow();
    Optional<Cast> cast =
        dtype == Dtype.F64
            ? Optional.empty()
            : Optional.of(new Cast(Dtype.F64, dtype, options.saturates()));
    TensorInfo info = new TensorInfo(name, dtype, shape, 0, 0);
    return new PlannedTensor(
        info, data, module.sourceName(), module.source(), module.dtype(), cast);
  }

  /// Returns the configuration of PEFT.
  static byte[] config(List<NewModule> named) throws IOException {
    int rank = largestRank(named);
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode config = mapper.createObjectNode();
    config.put("peft_type", "LORA");
    config.put("r", rank).put("lora_alpha", rank).put("use_rslora", false);
    ObjectNode ranks = config.putObject("rank_pattern");
    ObjectNode alphas = config.putObject("alpha_pattern");
    SortedSet<String> targets = new TreeSet<>();
    named.forEach(module -> targets.add(AdapterNames.path(module.name())));
    Set<String> endings = new TreeSet<>();
    for (String target : targets) {
      for (int dot = target.indexOf('.'); dot >= 0; dot = target.indexOf('.', dot + 1)) {
        endings.add(target.substring(dot + 1));
      }
    }
    for (NewModule module : named) {
      int own = module.factors().rank();
      if (own != rank) {
        String path = AdapterNames.path(module.name());
        String pattern = isPlain(path) && !endings.contains(path) ? path : "^" + escaped(path);
        ranks.put(pattern, own);
        alphas.put(pattern, own);
      }
    }
    var list = config.putArray("target_modules");
    targets.forEach(list::add);
    return mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(config);
  }

  /// Returns true if a path is a regular expression that matches itself. PEFT applies patterns to
  /// the whole name of a module, and to the endings of the name after a dot.
  private static boolean isPlain(String path) {
    return path.matches("[\\w.-]*");
  }

  private static String escaped(String path) {
    return path.replaceAll("[^\\w-]", "\\\\$0");
  }
}
