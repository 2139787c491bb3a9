import { type Option, readOptions, shownOptions, UsageError, type Values } from './options.js';

/** A benchmark. */
export interface Command {
  name: string;
  /** What it shows. */
  description: string;
  /** What the command line may hold after the name, with the defaults. */
  options: string;
  /**
   * @param stop ends the run early; whatever ends it, no process and no file of it stays
   * @throws UsageError
   */
  run(args: string[], stop: AbortController): Promise<void>;
}

/** A command whose `run` gets its options read and checked. */
export function command<Declared extends Record<string, Option<unknown>>>(declared: {
  name: string;
  description: string;
  options: Declared;
  run(options: Values<Declared>, stop: AbortController): Promise<void>;
}): Command {
  const { name, description } = declared;
  const options = shownOptions(declared.options);
  const read = (args: string[]) => {
    try {
      return readOptions(args, declared.options);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`${error.message}\nusage: npm run bench -- ${name} ${options}`);
    }
  };
  return { name, description, options, run: async (args, stop) => declared.run(read(args), stop) };
}
