import { Component } from '@angular/core';

/** This server has no external agents yet; the page says so instead of looking broken. */
@Component({
  selector: 'kenny-tasks',
  template: `
    <div class="page-head"><h1>Tasks</h1></div>
    <p>No task has run: this version of kenny does not start external agents yet.</p>
    <p class="dim">
      What such an agent will ask for stands under Approvals, as every change does today.
    </p>
  `,
})
export class Tasks {}
