package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of MySQL users whose password the server has not seen since its start. */
@NeedsProgram("mysqld")
class MySqlLoginTest {
  /** A class loader without MySQL's driver, as in the service. */
  private static final ClassLoader NO_DRIVER = ClassLoader.getPlatformClassLoader();

  private static final ClassLoader DRIVER = MySqlLoginTest.class.getClassLoader();

  private static MySqlServer withTls;
  private static MySqlServer withoutTls;

  @BeforeAll
  static void start() {
    withTls = MySqlServer.shared();
    withoutTls = MySqlServer.start("--tls-version=");
  }

  @AfterAll
  static void stop() {
    withoutTls.close();
  }

  private static String cipher(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show status like 'Ssl_cipher'")) {
      rows.next();
      return rows.getString(2);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void plainUrl_ofANewUser_logsIn(boolean tls, boolean ownDriver) throws SQLException {
    String url = (tls ? withTls : withoutTls).newPlainDatabase();

    DataSource source = MariaDb.dataSource(url, ownDriver ? DRIVER : NO_DRIVER);

    // MySQL's driver encrypts whenever it can, MariaDB's not on one machine.
    assertThat(cipher(source).isEmpty()).isNotEqualTo(tls && ownDriver);
  }

  @Test
  void records_atAPlainUrl_areMadeAndKept() {
    String url = withoutTls.newPlainDatabase();
    try (Database database = Database.open(url)) {
      database.rules().create("r", "{}", DatabaseContract.CHANGE);
      assertThat(database.rules().revision()).isEqualTo(1);
    }
  }

  @Test
  void connection_toAnotherMachine_isEncryptedIfTheServerOffersIt() throws SQLException {
    assertThat(cipher(asIfRemote(withTls.newPlainDatabase()))).isNotEmpty();
    assertThat(cipher(asIfRemote(withoutTls.newPlainDatabase()))).isEmpty();
  }

  private static DataSource asIfRemote(String url) {
    return MariaDb.encryptedIfPossible(
        ServerUrl.of(url)
            .withScheme("jdbc:mariadb:")
            .withDefault("allowPublicKeyRetrieval", "true"));
  }

  @Test
  void wrongPassword_overTls_isNotTriedInClear() {
    String url = withTls.newPlainDatabase().replace("password=", "password=not-");

    assertThatThrownBy(() -> cipher(asIfRemote(url)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Access denied")
        .hasNoSuppressedExceptions();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void parameter_ofTheUrl_winsOverTheDefault(boolean ownDriver) {
    String url = withoutTls.newPlainDatabase() + "&allowPublicKeyRetrieval=false";
    DataSource source = MariaDb.dataSource(url, ownDriver ? DRIVER : NO_DRIVER);

    assertThatThrownBy(source::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessageMatching("(?i).*public key.*");
  }

  @Test
  void sslMode_ofTheUrl_winsOverTheMachine() throws SQLException {
    String url = withTls.newPlainDatabase() + "&sslMode=trust";

    assertThat(cipher(MariaDb.dataSource(url, NO_DRIVER))).isNotEmpty();
  }

  @Test
  void urlOfMariaDb_neverAsksForAKey() {
    String url = withoutTls.newPlainDatabase().replace("jdbc:mysql:", "jdbc:mariadb:");
    DataSource source = MariaDb.dataSource(url, NO_DRIVER);

    assertThatThrownBy(source::getConnection).hasMessageContaining("RSA public key");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://localhost/db, true",
    "jdbc:mysql://LocalHost:3306/db, true",
    "jdbc:mysql://127.0.0.1:3306/db?a=b, true",
    "'jdbc:mysql:sequential://127.0.0.1:1,[::1]:2/db', true",
    "jdbc:mysql://[0:0:0:0:0:0:0:1]/db, true",
    "jdbc:mysql://127.0.0.1.example.com/db, false",
    "jdbc:mysql://localhost.example.com/db, false",
    "'jdbc:mysql://localhost,db2/db', false",
    "jdbc:mysql://[2001:db8::1]/db, false",
    "jdbc:mysql://10.0.0.1/db, false"
  })
  void isLocal_forLoopbackOnly(String url, boolean local) {
    assertThat(ServerUrl.of(url).isLocal()).isEqualTo(local);
  }
}
