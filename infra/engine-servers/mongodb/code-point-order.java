import de.bwaldvogel.mongo.backend.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** MongoDB sorts and compares texts by code point; the library by UTF-16 unit, which puts what lies beyond U+FFFF before U+E000. */
final class CodePointOrder {
    private static final String COMPARATOR = "ValueComparator";
    private static final int FIRST_SURROGATE = 0xD800;
    private static final int AFTER_SURROGATES = 0xE000;

    private CodePointOrder() {}

    /** Puts ours in place of the library's comparison. To be called before anything of the library is used. */
    static void install() throws IOException, IllegalAccessException {
        ClassReader original;
        try (InputStream file = Missing.class.getResourceAsStream(COMPARATOR + ".class")) {
            original = new ClassReader(file);
        }
        ClassWriter changed = new ClassWriter(original, 0);
        original.accept(new OurComparison(changed), 0);
        // Defined before it is first used, it takes the place of the one in the jar.
        MethodHandles.privateLookupIn(Missing.class, MethodHandles.lookup()).defineClass(changed.toByteArray());
    }

    /** Public in the eyes of the machine, because a class of another package calls it. */
    public static final class Texts {
        private Texts() {}

        /** Negative when `a` sorts before `b`. */
        public static int compare(String a, String b) {
            int shared = Math.min(a.length(), b.length());
            for (int index = 0; index < shared; index++) {
                char left = a.charAt(index);
                char right = b.charAt(index);
                if (left != right) return place(left) - place(right);
            }
            return a.length() - b.length();
        }

        /** Surrogates, which stand for what lies beyond U+FFFF, come last. */
        private static int place(char unit) {
            if (unit < FIRST_SURROGATE) return unit;
            return unit < AFTER_SURROGATES ? unit + 0x10000 : unit;
        }
    }

    private static final class OurComparison extends ClassVisitor {
        OurComparison(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String method, String types, boolean isInterface) {
                    boolean compares = owner.equals("java/lang/String") && method.equals("compareTo");
                    if (!compares) super.visitMethodInsn(opcode, owner, method, types, isInterface);
                    else super.visitMethodInsn(Opcodes.INVOKESTATIC, "CodePointOrder$Texts", "compare", "(Ljava/lang/String;Ljava/lang/String;)I", false);
                }
            };
        }
    }
}
