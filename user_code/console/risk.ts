/** Stems of words that make a task risky, in the languages of the lesson. */
const RISKY =
  /risk|danger|refactor|rewrit|migrat|delet|remov|drop|riesg|arriesg|peligr|refatora|arriscad|perigo|риск|опасн|рефактор|удал/u;

/** Whether the host takes a task for risky. When in doubt the plan comes first: that costs one letter. */
export function soundsRisky(task: string): boolean {
  return RISKY.test(task.toLowerCase());
}
