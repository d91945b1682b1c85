package io.github.tensorloupe.proof;

import java.util.Collection;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.plugin.Feature;

/// Reduces the faults of PIT to a sample. The selection depends only on a seed and the fault, so
/// that the same faults are selected again as long as a class does not change.
public final class SeededSample implements MutationInterceptorFactory {

  @Override
  public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
    return new Sample(Long.getLong("mutate.seed", 1), Integer.getInteger("mutate.oneIn", 1));
  }

  @Override
  public Feature provides() {
    return Feature.named("SAMPLE").withOnByDefault(true).withDescription(description());
  }

  @Override
  public String description() {
    return "A seeded sample of all faults";
  }

  private record Sample(long seed, int oneIn) implements MutationInterceptor {

    @Override
    public InterceptorType type() {
      return InterceptorType.FILTER;
    }

    @Override
    public void begin(ClassTree tree) {}

    @Override
    public Collection<MutationDetails> intercept(
        Collection<MutationDetails> faults, Mutater mutater) {
      return faults.stream().filter(this::isChosen).toList();
    }

    private boolean isChosen(MutationDetails fault) {
      // The mixing function of SplitMix64: neighboring inputs have unrelated results.
      long mixed = seed * 0x9E3779B97F4A7C15L ^ fault.getId().toString().hashCode();
      mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
      return Long.remainderUnsigned(mixed ^ mixed >>> 31, oneIn) == 0;
    }

    @Override
    public void end() {}
  }
}
