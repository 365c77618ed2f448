import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs the main class named by the first argument, and ends the process when the one that started it is gone:
 * the other end of our standard input closes then, however it died, so that no server is ever left behind.
 */
final class EndWithParent {
    private static final int ORDERLY_WITHIN_MS = 15_000;

    private EndWithParent() {}

    public static void main(String[] args) throws Throwable {
        background("end-with-parent", EndWithParent::endAfterInput);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private static void endAfterInput() {
        try {
            while (System.in.read() >= 0) continue;
        } catch (IOException gone) {
            // As good as its end.
        }
        // Nobody is left to see that an orderly end hangs.
        background("end-at-last", () -> {
            pause(ORDERLY_WITHIN_MS);
            Runtime.getRuntime().halt(1);
        });
        System.exit(0);
    }

    private static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }

    private static void background(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
