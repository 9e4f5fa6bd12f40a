/** Leads to the first field in trouble, once the problems are painted. A group of radios says by `data-invalid` that it is one. */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
  )
}
