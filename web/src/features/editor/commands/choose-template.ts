/** Asks for a template. The choice comes later, and inserts it then. */
import { Facet, type StateCommand } from '@codemirror/state';

type Ask = () => void;

export const templateChoice = Facet.define<Ask, Ask | undefined>({ combine: ([first]) => first });

export const chooseTemplate: StateCommand = ({ state }) => {
  state.facet(templateChoice)?.();
  return false;
};
