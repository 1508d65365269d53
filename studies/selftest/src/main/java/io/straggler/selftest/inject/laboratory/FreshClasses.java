package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.TimedInjector;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Spins classes and loads them, until the time is up. */
public final class FreshClasses extends TimedInjector {
    private static final int JAVA_8 = 52;
    private static final int PUBLIC_SUPER = 0x21;
    private static final int PUBLIC_STATIC = 0x9;
    private static final int FIELDS = 20;

    private @Nullable Loader loader;
    private int next;

    public FreshClasses() {
        super(Nature.WORKS);
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        loader = new Loader();
    }

    @Override
    protected long act(long sizeNs) throws ClassNotFoundException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < sizeNs) {
            Class.forName("io.straggler.selftest.spun.Class" + next++, true, loader);
        }
        return 0;
    }

    @Override
    public void clearUp() {
        loader = null;
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(FreshClasses.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.straggler.selftest.spun.")) {
                return super.loadClass(name, resolve);
            }
            byte[] bytes = spin(name.replace('.', '/'));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** A class with some fields and nothing else, after chapter 4 of the Java virtual machine's specification. */
    private static byte[] spin(String internalName) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeShort(0);
            out.writeShort(JAVA_8);
            out.writeShort(6 + FIELDS);
            utf8(out, internalName);
            reference(out, 1);
            utf8(out, "java/lang/Object");
            reference(out, 3);
            utf8(out, "J");
            for (int i = 0; i < FIELDS; i++) {
                utf8(out, "field" + i);
            }
            out.writeShort(PUBLIC_SUPER);
            out.writeShort(2);
            out.writeShort(4);
            out.writeShort(0);
            out.writeShort(FIELDS);
            for (int i = 0; i < FIELDS; i++) {
                out.writeShort(PUBLIC_STATIC);
                out.writeShort(6 + i);
                out.writeShort(5);
                out.writeShort(0);
            }
            out.writeShort(0);
            out.writeShort(0);
        } catch (IOException e) {
            throw new IllegalStateException("memory must be writable", e);
        }
        return bytes.toByteArray();
    }

    private static void utf8(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private static void reference(DataOutputStream out, int name) throws IOException {
        out.writeByte(7);
        out.writeShort(name);
    }
}
