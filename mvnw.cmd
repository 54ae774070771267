@echo off
rem Runs the Maven version that is kept in .mvn\wrapper. Needs only a JDK, 17 or later.
setlocal EnableExtensions DisableDelayedExpansion

set "BASE=%~dp0"
if "%BASE:~-1%"=="\" set "BASE=%BASE:~0,-1%"

if defined JAVA_HOME (
  set "JAVA=%JAVA_HOME%\bin\java.exe"
) else (
  set "JAVA="
  for %%i in (java.exe) do set "JAVA=%%~$PATH:i"
)
if not defined JAVA (
  echo mvnw: no java found. Install a JDK, 17 or later, and set JAVA_HOME or PATH. 1>&2
  exit /b 1
)
if not exist "%JAVA%" (
  echo mvnw: JAVA_HOME is set to "%JAVA_HOME%", which has no bin\java.exe. 1>&2
  exit /b 1
)

set "JVM_CONFIG="
if not exist "%BASE%\.mvn\jvm.config" goto run
setlocal EnableDelayedExpansion
for /f "usebackq delims=" %%a in ("%BASE%\.mvn\jvm.config") do set "JVM_CONFIG=!JVM_CONFIG! %%a"
endlocal & set "JVM_CONFIG=%JVM_CONFIG%"

:run
"%JAVA%" %JVM_CONFIG% %MAVEN_OPTS% ^
  "-Dmaven.multiModuleProjectDirectory=%BASE%" ^
  -classpath "%BASE%\.mvn\wrapper\maven-wrapper.jar" ^
  org.apache.maven.wrapper.MavenWrapperMain %*
exit /b %ERRORLEVEL%
