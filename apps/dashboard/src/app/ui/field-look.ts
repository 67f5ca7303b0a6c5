import type { Provider } from '@angular/core';
import { MAT_FORM_FIELD_DEFAULT_OPTIONS } from '@angular/material/form-field';

/**
 * How the fields of a component look. Each component that has some provides it: said for the whole
 * application, every page would wait for Material's fields, also the two first ones, which have none.
 */
export const FIELD_LOOK: Provider = {
  provide: MAT_FORM_FIELD_DEFAULT_OPTIONS,
  useValue: { appearance: 'outline', subscriptSizing: 'dynamic' },
};
