/** A finding of the doctor, which prints each on a line. */
export interface Finding {
  /** `warning`: it runs all the same. */
  readonly state: 'fine' | 'warning' | 'wrong';
  readonly about: string;
  /** A sentence on how it is, or on the fault and what to do. */
  readonly text: string;
}

export const fine = (about: string, text: string): Finding => ({ state: 'fine', about, text });
export const warning = (about: string, text: string): Finding => ({ state: 'warning', about, text });
export const wrong = (about: string, text: string): Finding => ({ state: 'wrong', about, text });
