import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * NodeServer HOME FOLDER PORT: one node of Elasticsearch on 127.0.0.1, from the published jars and the modules in HOME.
 * In place of the distribution's own start, which refuses to run as root and needs native libraries that are not published.
 */
final class NodeServer {
    private static final int CLOSE_WITHIN_S = 10;

    private NodeServer() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]).toAbsolutePath();
        LogConfigurator.configureESLogging();
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
            settings(Path.of(args[0]).toAbsolutePath(), folder, args[2]), Map.of(), folder.resolve("config"), () -> "node"
        );
        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir()), PluginsLoader.loadPluginsBundles(environment.pluginsDir()), Map.of(), false
        );
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        System.out.println("ready on port " + args[2]);
        Thread.currentThread().join();
    }

    private static Settings settings(Path home, Path folder, String port) {
        return Settings.builder()
            .put("path.home", home)
            .put("path.data", folder.resolve("data"))
            .put("path.logs", folder.resolve("logs"))
            .put("cluster.name", "waystory")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", port)
            // Other nodes would come here; there are none.
            .put("transport.port", "0")
            // Mapped files need a limit of the system raised.
            .put("node.store.allow_mmap", false)
            // It would make itself read-only when a disk of any size is at 95 %.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            // A misspelt index must be an error.
            .put("action.auto_create_index", false)
            .put("indices.memory.index_buffer_size", "32mb")
            .build();
    }

    private static void close(Node node) {
        try {
            node.prepareForClose();
            node.close();
            node.awaitClose(CLOSE_WITHIN_S, TimeUnit.SECONDS);
        } catch (IOException failed) {
            failed.printStackTrace();
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }
}
