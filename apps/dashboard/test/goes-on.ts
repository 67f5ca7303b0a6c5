import type { Provider } from '@angular/core';
import { MatDialog } from '@angular/material/dialog';
import type { OfferedCall } from '../src/app/core/approvals/sheet-opener';
import { of } from 'rxjs';

/** Somebody who is shown what would run, and goes on unless they do not want to. */
export class GoesOn {
  wants = true;
  readonly shown: OfferedCall[] = [];

  readonly provider: Provider = {
    provide: MatDialog,
    useValue: {
      open: (_dialog: unknown, { data }: { data: OfferedCall }) => {
        this.shown.push(data);
        return { afterClosed: () => of(this.wants) };
      },
    },
  };
}
