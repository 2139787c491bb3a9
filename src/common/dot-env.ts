/** Loads `.env` from the working directory, if it exists. Variables that are already set take precedence. */
export function readDotEnv(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
