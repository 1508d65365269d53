package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;

class SuperTypesTest {
    interface Top {}

    interface Middle<T> extends Top {}

    abstract static class Base implements Middle<String> {}

    static final class Leaf extends Base implements Comparable<Leaf> {
        @Override
        public int compareTo(Leaf other) {
            return 0;
        }
    }

    private static final ClassLoader LOADER = SuperTypesTest.class.getClassLoader();

    @Test
    void shouldNameAllThatAreAboveHoweverTheyAreRead() {
        TypePool files = TypePool.Default.WithLazyResolution.of(LOADER);
        for (TypeDescription leaf : new TypeDescription[] {
            TypeDescription.ForLoadedType.of(Leaf.class),
            files.describe(Leaf.class.getName()).resolve()
        }) {
            SuperTypes superTypes = new SuperTypes();
            // Twice: what was remembered is the same.
            for (int i = 0; i < 2; i++) {
                assertThat(superTypes.of(leaf, LOADER))
                        .containsExactlyInAnyOrder(
                                Base.class.getName(),
                                Middle.class.getName(),
                                Top.class.getName(),
                                "java.lang.Comparable",
                                "java.lang.Object");
            }
        }
    }

    @Test
    void shouldNameWhatItCanWhereAFileIsMissing() throws Exception {
        byte[] code = ClassFileLocator.ForClassLoader.read(Leaf.class);
        TypePool alone =
                TypePool.Default.WithLazyResolution.of(new ClassFileLocator.Simple(Map.of(Leaf.class.getName(), code)));
        SuperTypes superTypes = new SuperTypes();

        assertThat(superTypes.of(alone.describe(Leaf.class.getName()).resolve(), LOADER))
                .contains(Base.class.getName())
                .doesNotContain(Top.class.getName());
    }
}
