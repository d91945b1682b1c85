package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;

/// Classifies classes and functions by name. The first matching rule decides.
final class GlobalRisks {

  private static final Map<String, String> PYTHON_2_MODULES =
      Map.of("__builtin__", "builtins", "copy_reg", "copyreg", "cPickle", "pickle");

  private static final Map<String, String> PYTHON_2_BUILTINS =
      Map.of("xrange", "range", "unicode", "str", "long", "int");

  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "torch._utils",
          words(
              "_rebuild_tensor _rebuild_tensor_v2 _rebuild_tensor_v3 _rebuild_parameter"
                  + " _rebuild_parameter_with_state _rebuild_device_tensor_from_cpu_tensor"
                  + " _rebuild_qtensor _rebuild_sparse_tensor _rebuild_nested_tensor"
                  + " _rebuild_meta_tensor_no_storage _rebuild_wrapper_subclass"
                  + " _rebuild_device_tensor_from_numpy"),
          "torch._tensor",
          words("_rebuild_from_type_v2"),
          "torch",
          words(
              "Size device Tensor"
                  + " float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 uint16 uint32"
                  + " uint64 bool complex32 complex64 complex128 float8_e4m3fn float8_e5m2"
                  + " float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu float4_e2m1fn_x2 quint8 qint8"
                  + " qint32 quint4x2 quint2x4 bits1x8 bits2x4 bits4x2 bits8 bits16 uint1 uint2"
                  + " uint3 uint4 uint5 uint6 uint7 int1 int2 int3 int4 int5 int6 int7"
                  + " per_tensor_affine per_channel_affine per_tensor_symmetric"
                  + " per_channel_symmetric per_channel_affine_float_qparams"
                  + " DoubleStorage FloatStorage HalfStorage BFloat16Storage LongStorage IntStorage"
                  + " ShortStorage CharStorage ByteStorage BoolStorage ComplexFloatStorage"
                  + " ComplexDoubleStorage QUInt8Storage QInt8Storage QInt32Storage"
                  + " QUInt4x2Storage QUInt2x4Storage"),
          "torch.storage",
          words("UntypedStorage"),
          "torch.nn.parameter",
          words("Parameter"),
          "torch.serialization",
          words("_get_layout"),
          "collections",
          words("OrderedDict defaultdict Counter"),
          "_codecs",
          words("encode"),
          "copyreg",
          words("_reconstructor"),
          "builtins",
          words(
              "set frozenset list dict tuple bytearray bytes complex int float str bool object"
                  + " slice range"));

  private static final Set<String> PATHS =
      words("PurePath PurePosixPath PureWindowsPath Path PosixPath WindowsPath");

  /// Exact names: a harmless module also has attributes such as the modules that it imports.
  private static final Map<String, Set<String>> INERT =
      Map.ofEntries(
          Map.entry("numpy", words("dtype ndarray")),
          Map.entry("numpy.core.multiarray", words("_reconstruct scalar")),
          Map.entry("numpy._core.multiarray", words("_reconstruct scalar")),
          Map.entry("numpy._core.numeric", words("_frombuffer")),
          Map.entry(
              "numpy.dtypes",
              words(
                  "BoolDType Int8DType ByteDType UInt8DType UByteDType Int16DType ShortDType"
                      + " UInt16DType UShortDType Int32DType IntDType UInt32DType UIntDType"
                      + " Int64DType LongDType UInt64DType ULongDType LongLongDType ULongLongDType"
                      + " Float16DType Float32DType Float64DType LongDoubleDType Complex64DType"
                      + " Complex128DType CLongDoubleDType ObjectDType BytesDType StrDType"
                      + " VoidDType DateTime64DType TimeDelta64DType StringDType")),
          Map.entry("datetime", words("date time datetime timedelta timezone tzinfo")),
          Map.entry("decimal", words("Decimal")),
          Map.entry("fractions", words("Fraction")),
          Map.entry("uuid", words("UUID")),
          Map.entry("pathlib", PATHS),
          Map.entry("pathlib._local", PATHS),
          Map.entry("types", words("SimpleNamespace")),
          Map.entry("argparse", words("Namespace")),
          Map.entry("collections", words("deque")));

  private static final Set<String> DANGEROUS_PARTS =
      words(
          "os posix nt sys subprocess shutil socket ssl http urllib urllib2 urllib3 requests httpx"
              + " aiohttp ftplib smtplib telnetlib xmlrpc paramiko ctypes cffi importlib imp"
              + " pkgutil runpy code codeop pty platform webbrowser signal multiprocessing"
              + " threading asyncio pickle dill cloudpickle joblib marshal shelve types inspect pdb"
              + " bdb timeit trace profile cProfile doctest tempfile glob fileinput linecache"
              + " zipimport gc operator functools pip setuptools concurrent posixsubprocess winapi"
              + " winreg aix_support osx_support distutils ensurepip venv site pydoc idlelib"
              + " lib2to3 commands popen2 antigravity");

  private static final Pattern DANGEROUS =
      Pattern.compile(
          "torch\\.(load|save)|numpy\\.(load|memmap)|pandas\\.read_pickle"
              + "|torch\\.storage\\._load_from_bytes|torch\\.utils\\.(collect_env|model_zoo)\\..*"
              + "|numpy\\.(lib\\._?(npyio|format|utils)(_impl)?|distutils)\\..*"
              + "|_?io\\.(?!BytesIO$|StringIO$).*|uuid\\._.*"
              + "|logging\\.(FileHandler|(config|handlers)\\..*)"
              + "|(torch\\.(hub|jit|serialization|utils\\.cpp_extension|package|ops|classes"
              + "|distributed\\.rpc)|numpy\\.(f2py|testing)|pandas\\.io)\\..*",
          Pattern.DOTALL);

  private GlobalRisks() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /// Returns the name of a module in Python 3.
  static String renamed(String module) {
    return PYTHON_2_MODULES.getOrDefault(module, module);
  }

  /// Returns the name of a class or function in Python 3.
  static String renamed(String module, String name) {
    return module.equals("__builtin__") ? PYTHON_2_BUILTINS.getOrDefault(name, name) : name;
  }

  /// @param module the name in Python 3
  static Risk of(String module, String name) {
    if (ALLOWED.getOrDefault(module, Set.of()).contains(name)) {
      return Risk.ALLOWED;
    }
    if (INERT.getOrDefault(module, Set.of()).contains(name)) {
      return Risk.INERT;
    }
    boolean isDangerous =
        isDangerousPart(module.split("\\.", 2)[0])
            || Arrays.stream(name.split("\\.")).anyMatch(GlobalRisks::isDangerousPart)
            || module.equals("builtins")
            || DANGEROUS.matcher(module + "." + name).matches();
    return isDangerous ? Risk.DANGEROUS : Risk.UNKNOWN;
  }

  /// Modules often import another one under a name with an underscore, such as `_sys`.
  private static boolean isDangerousPart(String part) {
    return DANGEROUS_PARTS.contains(part.replaceFirst("^_+", ""));
  }
}
