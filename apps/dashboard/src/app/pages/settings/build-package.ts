import { Component, computed, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatProgressBar } from '@angular/material/progress-bar';
import { OS_TITLES } from '@kenny/contract/web';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';
import type { PackageBuild } from './package-build';

/** How far the server is with what a PC is installed from. */
@Component({
  selector: 'kenny-build-package',
  imports: [ErrorNote, MatButton, MatProgressBar, UntrustedText],
  templateUrl: './build-package.html',
  styleUrls: ['../../ui/form.css', './build-package.css'],
})
export class BuildPackage {
  readonly build = input.required<PackageBuild>();
  /** The PC that it is built for. */
  readonly name = input.required<string>();
  /** The PC is in the fleet already. */
  readonly known = input.required<boolean>();
  readonly back = output<void>();

  protected readonly system = computed(() => OS_TITLES[this.build().os]);
  /** In the middle of the step that is under way. */
  protected readonly percent = computed(() => {
    const step = this.build().step();
    return step && step.of > 0 ? (100 * (step.step - 0.5)) / step.of : null;
  });
}
