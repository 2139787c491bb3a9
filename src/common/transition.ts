/** A state table: from each state, the states that it may move to, each with its condition. */
export type Transitions<State extends string, Context> = {
  readonly [From in State]: { readonly [To in State]?: (context: Context) => boolean };
};

/** Whether the table has the move and its condition holds. Keeping the state is always allowed. */
export function mayMove<State extends string, Context>(
  table: Transitions<State, Context>,
  from: State,
  to: State,
  context: Context,
): boolean {
  return from === to || (table[from][to]?.(context) ?? false);
}
