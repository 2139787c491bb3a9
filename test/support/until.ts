/** Polls until the condition holds. */
export async function until(condition: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not so within ${seconds} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
