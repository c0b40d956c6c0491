type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS =
  'input:not([type=hidden], [type=password], [type=file], [type=radio]), textarea, select';

function valueOf(control: Control): string {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.label ?? '';
  const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
  if (!isTick) return control.value;
  return control.checked ? 'yes' : '';
}

function labelOf(control: Control): string {
  const label = control.labels?.[0]?.textContent ?? control.ariaLabel ?? control.name;
  return label.replace('(optional)', '').replaceAll(/\s+/g, ' ').trim();
}

/** What was typed and chosen in the fields below an element, a line for each: "Name: payments". */
export function typedText(place: ParentNode): string {
  return [...place.querySelectorAll<Control>(CONTROLS)]
    .filter((control) => valueOf(control) !== '')
    .map((control) => `${labelOf(control)}: ${valueOf(control)}`)
    .join('\n');
}
