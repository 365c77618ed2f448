import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVStore;

/** WireServer PORT FOLDER|-: mongo-java-server behind our guards on 127.0.0.1, with its data in a file of the folder, or in memory. */
final class WireServer {
    private WireServer() {}

    public static void main(String[] args) throws Exception {
        CodePointOrder.install();
        int port = Integer.parseInt(args[0]);
        MongoBackend backend = args[1].equals("-") ? new GuardedMemory() : new GuardedFile(open(Path.of(args[1])));
        backend.version(new Version7());
        MongoServer server = new MongoServer(backend);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        server.bind("127.0.0.1", port);
        System.out.println("ready on port " + port);
        Thread.currentThread().join();
    }

    /** Without its own commits in the background: each write is committed before it is answered. */
    private static MVStore open(Path folder) throws Exception {
        Files.createDirectories(folder);
        return new MVStore.Builder().fileName(folder.resolve("data.mv").toString()).autoCommitDisabled().open();
    }

    /** What `hello` reports; the driver takes nothing below wire version 8. */
    private static final class Version7 implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(7, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 21;
        }
    }
}
