import { Component } from '@angular/core';
import { Sessions } from './sessions';
import { Tokens } from './tokens';

/** Who may use this server, and who is logged in. */
@Component({
  selector: 'kenny-people',
  imports: [Sessions, Tokens],
  template: `<kenny-tokens /><kenny-sessions />`,
  styles: ':host { display: block; }',
  host: { class: 'in-order' },
})
export class People {}
