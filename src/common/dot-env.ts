/** Reads the settings of `.env` in the working folder, where it exists. A variable that is set already stays. */
export function readDotEnv(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
